/** Leaf: the library's version, as logs and `--version` say it. A test holds it against package.json. */
/** The library's version, as in package.json. */
export const LIBRARY_VERSION = '0.1.0';
