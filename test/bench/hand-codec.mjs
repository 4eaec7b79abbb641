/**
 * Pose, pitch and result written by hand with a DataView: what a careful programmer would write without a library, with
 * the short way for ASCII, and without checking values. The generated codec is measured against this. It does check what it
 * encodes, and to check a number costs about as much as to write it: the `check…` functions make the same checks.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function writeText(view, bytes, offset, text) {
  const from = offset + 2;
  let length = text.length;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) {
      length = encoder.encodeInto(text, bytes.subarray(from)).written;
      break;
    }
    bytes[from + at] = unit;
  }
  view.setUint16(offset, length, true);
  return from + length;
}

function readText(bytes, start, length) {
  let text = '';
  for (let at = start; at < start + length; at++) {
    if (bytes[at] > 0x7f) return decoder.decode(bytes.subarray(start, start + length));
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}

function writeVec3(view, offset, vector) {
  view.setFloat32(offset, vector[0], true);
  view.setFloat32(offset + 4, vector[1], true);
  view.setFloat32(offset + 8, vector[2], true);
}

function readVec3(view, offset) {
  return [
    view.getFloat32(offset, true),
    view.getFloat32(offset + 4, true),
    view.getFloat32(offset + 8, true),
  ];
}

export const handPose = {
  write(view, bytes, offset, pose) {
    bytes[offset] = 41;
    view.setFloat32(offset + 1, pose.t, true);
    view.setFloat32(offset + 5, pose.aim[0], true);
    view.setFloat32(offset + 9, pose.aim[1], true);
    writeVec3(view, offset + 13, pose.hands);
    writeVec3(view, offset + 25, pose.direction);
    view.setFloat32(offset + 37, pose.twist, true);
    return offset + 41;
  },
  read(view, bytes) {
    if (bytes.length !== 41) return undefined;
    return {
      t: view.getFloat32(1, true),
      aim: [view.getFloat32(5, true), view.getFloat32(9, true)],
      hands: readVec3(view, 13),
      direction: readVec3(view, 25),
      twist: view.getFloat32(37, true),
    };
  },
};

export const handPitch = {
  write(view, bytes, offset, pitch) {
    bytes[offset] = 42;
    view.setFloat32(offset + 1, pitch.at, true);
    let p = writeText(view, bytes, offset + 5, pitch.pitchTypeId);
    writeVec3(view, p, pitch.release);
    writeVec3(view, p + 12, pitch.plateLocation);
    view.setFloat32(p + 24, pitch.speedMph, true);
    view.setFloat32(p + 28, pitch.releaseTime, true);
    view.setFloat32(p + 32, pitch.flightTime, true);
    view.setFloat32(p + 36, pitch.wobble, true);
    bytes[p + 40] = pitch.isInZone ? 1 : 0;
    bytes[p + 41] = pitch.effect;
    bytes[p + 42] = pitch.bossEffect;
    view.setFloat32(p + 43, pitch.arcAngle, true);
    bytes[p + 47] = pitch.decoys.length;
    p += 48;
    for (const decoy of pitch.decoys) {
      writeVec3(view, p, decoy);
      p += 12;
    }
    return p;
  },
  read(view, bytes) {
    if (bytes.length < 55) return undefined;
    const length = view.getUint16(5, true);
    if (bytes.length < 55 + length) return undefined;
    const pitchTypeId = readText(bytes, 7, length);
    const p = 7 + length;
    const count = bytes[p + 47];
    if (bytes.length !== p + 48 + count * 12) return undefined;
    const decoys = [];
    for (let index = 0; index < count; index++) decoys.push(readVec3(view, p + 48 + index * 12));
    return {
      at: view.getFloat32(1, true),
      pitchTypeId,
      release: readVec3(view, p),
      plateLocation: readVec3(view, p + 12),
      speedMph: view.getFloat32(p + 24, true),
      releaseTime: view.getFloat32(p + 28, true),
      flightTime: view.getFloat32(p + 32, true),
      wobble: view.getFloat32(p + 36, true),
      isInZone: bytes[p + 40] === 1,
      effect: bytes[p + 41],
      bossEffect: bytes[p + 42],
      arcAngle: view.getFloat32(p + 43, true),
      decoys,
    };
  },
};

export const handResult = {
  write(view, bytes, offset, result) {
    bytes[offset] = 44;
    view.setFloat32(offset + 1, result.at, true);
    bytes[offset + 5] = result.outcome;
    view.setFloat32(offset + 6, result.timingOffset, true);
    view.setFloat32(offset + 10, result.timingQuality, true);
    view.setFloat32(offset + 14, result.contactQuality, true);
    view.setFloat32(offset + 18, result.quality, true);
    bytes[offset + 22] = result.isGreen ? 1 : 0;
    bytes[offset + 23] = Math.min(255, Math.max(0, result.greenStreak));
    view.setFloat32(offset + 24, result.exitVelocityMph, true);
    view.setFloat32(offset + 28, result.launchAngleDeg, true);
    view.setFloat32(offset + 32, result.sprayAngleDeg, true);
    bytes[offset + 36] = result.zone;
    view.setFloat32(offset + 37, result.hitAim[0], true);
    view.setFloat32(offset + 41, result.hitAim[1], true);
    view.setFloat32(offset + 45, result.curveAccel, true);
    view.setFloat32(offset + 49, result.gravityScale, true);
    bytes[offset + 53] = result.madeContact ? 1 : 0;
    if (!result.madeContact) return offset + 54;
    view.setFloat32(offset + 54, result.contactTime, true);
    writeVec3(view, offset + 58, result.ballPosition);
    writeVec3(view, offset + 70, result.batDirection);
    view.setInt32(offset + 82, result.score, true);
    bytes[offset + 86] = result.isHomeRun ? 1 : 0;
    bytes[offset + 87] = result.isFair ? 1 : 0;
    view.setFloat32(offset + 88, result.distanceFt, true);
    return offset + 92;
  },
  read(view, bytes) {
    if (bytes.length < 54) return undefined;
    const swing = {
      at: view.getFloat32(1, true),
      outcome: bytes[5],
      timingOffset: view.getFloat32(6, true),
      timingQuality: view.getFloat32(10, true),
      contactQuality: view.getFloat32(14, true),
      quality: view.getFloat32(18, true),
      isGreen: bytes[22] === 1,
      greenStreak: bytes[23],
      exitVelocityMph: view.getFloat32(24, true),
      launchAngleDeg: view.getFloat32(28, true),
      sprayAngleDeg: view.getFloat32(32, true),
      zone: bytes[36],
      hitAim: [view.getFloat32(37, true), view.getFloat32(41, true)],
      curveAccel: view.getFloat32(45, true),
      gravityScale: view.getFloat32(49, true),
      madeContact: bytes[53] === 1,
    };
    if (!swing.madeContact) return bytes.length === 54 ? swing : undefined;
    if (bytes.length !== 92) return undefined;
    swing.contactTime = view.getFloat32(54, true);
    swing.ballPosition = readVec3(view, 58);
    swing.batDirection = readVec3(view, 70);
    swing.score = view.getInt32(82, true);
    swing.isHomeRun = bytes[86] === 1;
    swing.isFair = bytes[87] === 1;
    swing.distanceFt = view.getFloat32(88, true);
    return swing;
  },
};

const F32_LIMIT = 3.4028235677973366e38;

function checkFloat(value) {
  if (typeof value !== 'number' || !(Math.abs(value) < F32_LIMIT)) throw new RangeError('not a float');
}

function checkByte(value) {
  if (typeof value !== 'number' || value !== (value & 255)) throw new RangeError('not a byte');
}

function checkBool(value) {
  if (typeof value !== 'boolean') throw new RangeError('not a bool');
}

function checkVector(vector, count) {
  if (vector == null || vector.length !== count) throw new RangeError('not a vector');
  for (let index = 0; index < count; index++) checkFloat(vector[index]);
}

function checkObject(value) {
  if (typeof value !== 'object' || value === null) throw new RangeError('not an object');
}

export function checkPose(pose) {
  checkObject(pose);
  checkFloat(pose.t);
  checkVector(pose.aim, 2);
  checkVector(pose.hands, 3);
  checkVector(pose.direction, 3);
  checkFloat(pose.twist);
}

export function checkPitch(pitch) {
  checkObject(pitch);
  checkFloat(pitch.at);
  if (typeof pitch.pitchTypeId !== 'string' || pitch.pitchTypeId.length > 64)
    throw new RangeError('not an id');
  checkVector(pitch.release, 3);
  checkVector(pitch.plateLocation, 3);
  checkFloat(pitch.speedMph);
  checkFloat(pitch.releaseTime);
  checkFloat(pitch.flightTime);
  checkFloat(pitch.wobble);
  checkBool(pitch.isInZone);
  checkByte(pitch.effect);
  checkByte(pitch.bossEffect);
  checkFloat(pitch.arcAngle);
  if (!Array.isArray(pitch.decoys) || pitch.decoys.length > 16) throw new RangeError('not decoys');
  for (const decoy of pitch.decoys) checkVector(decoy, 3);
}

export function checkResult(result) {
  checkObject(result);
  checkFloat(result.at);
  checkByte(result.outcome);
  checkFloat(result.timingOffset);
  checkFloat(result.timingQuality);
  checkFloat(result.contactQuality);
  checkFloat(result.quality);
  checkBool(result.isGreen);
  if (!Number.isInteger(result.greenStreak)) throw new RangeError('not a streak');
  checkFloat(result.exitVelocityMph);
  checkFloat(result.launchAngleDeg);
  checkFloat(result.sprayAngleDeg);
  checkByte(result.zone);
  checkVector(result.hitAim, 2);
  checkFloat(result.curveAccel);
  checkFloat(result.gravityScale);
  checkBool(result.madeContact);
  if (!result.madeContact) return;
  checkFloat(result.contactTime);
  checkVector(result.ballPosition, 3);
  checkVector(result.batDirection, 3);
  if (typeof result.score !== 'number' || result.score !== (result.score | 0))
    throw new RangeError('not an int');
  checkBool(result.isHomeRun);
  checkBool(result.isFair);
  checkFloat(result.distanceFt);
}
