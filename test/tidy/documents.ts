/** Documents against the repository: a file or folder a page names has to be there. */
import { posix } from 'node:path';
import type { Finding } from './source.js';

const REPOSITORY_PATH =
  /^(src|test|docs|examples|scripts|\.ci)\/[\w./*-]*$|^(README|CONTRIBUTING|CHANGELOG)\.md$|^LICENSE$/;
const CODE_SPAN = /`([^`\n]+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;

interface Mention {
  readonly path: string;
  readonly line: number;
}

/** Paths of this repository that a page names: in backticks from the root, in links from the page's folder. */
export function mentions(page: string, text: string): Mention[] {
  let fenced = false;
  return text.split('\n').flatMap((content, index) => {
    if (content.trimStart().startsWith('```')) fenced = !fenced;
    if (fenced) return [];
    const spans = [...content.matchAll(CODE_SPAN)].map(([, span = '']) => span.replace(/:\d+$/, ''));
    const links = [...content.matchAll(LINK)]
      .map(([, link = '']) => link.replace(/#.*$/, ''))
      .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
      .map((link) => posix.join(posix.dirname(page), link));
    return [...spans.filter((span) => REPOSITORY_PATH.test(span)), ...links].map((path) => ({
      path: path.replace(/\/?[^/]*\*.*$/, ''),
      line: index + 1,
    }));
  });
}

/** Mentions of what does not exist. */
export function missingFindings(page: string, text: string, exists: (path: string) => boolean): Finding[] {
  return mentions(page, text)
    .filter(({ path }) => path !== '' && !exists(path))
    .map(({ path, line }) => ({
      path: page,
      line,
      found: `names ${path}, which is not there`,
      instead: 'name the file that took its place, or drop the sentence',
    }));
}
