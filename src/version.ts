/** Leaf: one constant; a test holds it against package.json. */

/** The library's version, as logs and `--version` say it. */
export const LIBRARY_VERSION = '0.1.0';
