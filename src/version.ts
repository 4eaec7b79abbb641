/** The library's version, as in package.json: logs and `--version` say it. */
export const LIBRARY_VERSION = '0.1.0';
