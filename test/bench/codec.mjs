/**
 * The codecs against a DataView by hand and against msgpack, for the three messages of an at-bat that matter.
 *
 * Run `npx tsc -p tsconfig.build.json`, then `node test/bench/codec.mjs`. One JSON line a figure. *codec* is the generated
 * function alone, as the hand-made one is; *protocol* is the public call, which also finds the codec and wraps its result.
 */
import { Decoder, Encoder } from '@msgpack/msgpack';
import { createClosureCodec } from '../../dist/protocol/codec-closure.js';
import { createGeneratedCodec } from '../../dist/protocol/codec-generated.js';
import { homeRunDerbyProtocol } from '../../dist/protocol/home-run-derby.js';
import { checkPitch, checkPose, checkResult, handPitch, handPose, handResult } from './hand-codec.mjs';
import { interleave, ratio, report } from './measure.mjs';
import { pitchOf, poseOf, resultOf } from './messages.mjs';

/** Values a ring of inputs is made of, so that no input is a constant to the compiler. */
const INPUTS = 16;

function measure(name, hand, check, createValue) {
  const message = homeRunDerbyProtocol.byName(name);
  const generated = createGeneratedCodec(message);
  const closure = createClosureCodec(message);
  const msgpackEncoder = new Encoder();
  const msgpackDecoder = new Decoder();
  const target = new Uint8Array(1024);
  const view = new DataView(target.buffer);
  const values = Array.from({ length: INPUTS }, (_, n) => createValue(n));
  const messages = values.map((value) => homeRunDerbyProtocol.encode(name, value));
  const views = messages.map((bytes) => new DataView(bytes.buffer));
  const packed = values.map((value) => msgpackEncoder.encode(value));
  const pick = INPUTS - 1;

  const encode = interleave({
    hand: (i) => hand.write(view, target, i & 63, values[i & pick]),
    checked: (i) => {
      check(values[i & pick]);
      return hand.write(view, target, i & 63, values[i & pick]);
    },
    codec: (i) => generated.write(view, target, i & 63, 1024, values[i & pick]),
    protocol: (i) => homeRunDerbyProtocol.encodeInto(name, values[i & pick], target, i & 63),
    msgpack: (i) => msgpackEncoder.encodeSharedRef(values[i & pick]),
  });
  const decode = interleave({
    hand: (i) => hand.read(views[i & pick], messages[i & pick]),
    codec: (i) => generated.read(views[i & pick], messages[i & pick]),
    protocol: (i) => homeRunDerbyProtocol.decode(messages[i & pick]),
    msgpack: (i) => msgpackDecoder.decode(packed[i & pick]),
  });
  const fallback = interleave(
    {
      encode: (i) => closure.write(view, target, i & 63, 1024, values[i & pick]),
      decode: (i) => closure.read(views[i & pick], messages[i & pick]),
    },
    { rounds: 5, iterations: 5000 },
  );
  judge(name, encode, decode);
  for (const direction of ['encode', 'decode']) {
    report({ name: `${name} ${direction}: closure`, value: fallback[direction].nsPerOp, unit: 'ns CPU' });
  }
  return { msgpack: roundTrip('msgpack', encode, decode), codec: roundTrip('codec', encode, decode) };
}

function roundTrip(variant, encode, decode) {
  return encode[variant].nsPerOp + decode[variant].nsPerOp;
}

function judge(name, encode, decode) {
  const unit = 'times';
  const toChecked = ratio(encode, 'codec', 'checked');
  report({ name: `${name} encode: codec / hand with the same checks`, value: toChecked, limit: 1.25, unit });
  report({
    name: `${name} encode: codec / hand without checks`,
    value: ratio(encode, 'codec', 'hand'),
    unit,
  });
  report({ name: `${name} decode: codec / hand`, value: ratio(decode, 'codec', 'hand'), limit: 1.25, unit });
  const value = roundTrip('msgpack', encode, decode) / roundTrip('codec', encode, decode);
  report({ name: `${name} there and back: msgpack / codec`, value, unit });
  for (const [direction, results] of Object.entries({ encode, decode })) {
    for (const [variant, { nsPerOp }] of Object.entries(results)) {
      report({ name: `${name} ${direction}: ${variant}`, value: nsPerOp, unit: 'ns CPU' });
    }
  }
}

const roundTrips = [
  measure('AtBatPose', handPose, checkPose, poseOf),
  measure('AtBatPitch', handPitch, checkPitch, pitchOf),
  measure('AtBatResult', handResult, checkResult, resultOf),
];
const total = (variant) => roundTrips.reduce((sum, roundTrip) => sum + roundTrip[variant], 0);
report({
  name: 'pose, pitch and result there and back: msgpack / codec',
  value: total('msgpack') / total('codec'),
  limit: 20,
  atLeast: true,
  unit: 'times',
});
