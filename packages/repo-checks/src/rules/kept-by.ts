import { readdir, readFile } from 'node:fs/promises'
import { sourceFiles } from '../source-files.ts'
import { findTests } from './test-titles.ts'

/** A line of a page or a comment that names the test which fails when it stops being true. */
interface Claim {
  readonly file: string
  readonly line: number
  readonly text: string
}

// In prose the words stand in the middle of a line; a claim begins one.
const LINE = /^(?:\s*(?:\/\/|\/?\*+|#|--|-))?\s*Kept by( convention)?: (.*?)(?:\s*\*\/)?\s*$/
// Helpers that expect are called so; a property is asserted.
const EXPECTS = /\bexpect|\bassert/
const TEST = /^(\S+\.test\.tsx?) "([^"]+)"$/

const NO_PAGE = 'docs/adr/README.md'

/** The claims of a text, in the order in which they stand. */
export function findClaims(file: string, text: string): readonly Claim[] {
  return text.split('\n').flatMap((content, index) => {
    const [, convention, claimed = ''] = LINE.exec(content) ?? []
    if (claimed === '' || convention !== undefined) return []
    return [{ file, line: index + 1, text: claimed }]
  })
}

/**
 * What is wrong with a claim.
 *
 * @param readTest The text of a test file, or undefined when there is none.
 */
export async function checkClaim(
  { file, line, text }: Claim,
  readTest: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const [, path, part] = TEST.exec(text) ?? []
  if (path === undefined || part === undefined) {
    return [`${file}:${line}: write Kept by: <path of a test> "<part of its title>"`]
  }
  const test = await readTest(path)
  if (test === undefined) return [`${file}:${line}: there is no ${path}`]
  const named = findTests(test).filter(({ title }) => title.includes(part))
  if (named.length === 0) return [`${file}:${line}: no title in ${path} has "${part}"`]
  if (named.some(({ body }) => EXPECTS.test(body))) return []
  return [`${file}:${line}: "${part}" in ${path} expects nothing`]
}

/** A decision says which test keeps it, or why none can. */
export function checkPage(file: string, text: string): readonly string[] {
  const kept = text.split('\n').some((line) => LINE.test(line))
  return kept ? [] : [`${file} names no test: "Kept by: …" or "Kept by convention: <why>"`]
}

/** Holds every claim of the decisions and of the sources against the tests. */
export async function checkKeptBy(root: URL): Promise<readonly string[]> {
  const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8')
  const names = await readdir(new URL('docs/adr/', root))
  const pages = names.map((name) => `docs/adr/${name}`).filter((path) => path !== NO_PAGE)
  const faults = pages.map(async (path) => checkPage(path, await read(path)))
  const files = [...pages, ...(await sourceFiles(root)).filter((file) => !OWN_FILES.test(file))]
  const claims = await Promise.all(files.map(async (file) => findClaims(file, await read(file))))
  const readTest = (path: string): Promise<string | undefined> => read(path).catch(() => undefined)
  const wrong = claims.flat().map((claim) => checkClaim(claim, readTest))
  return (await Promise.all([...faults, ...wrong])).flat()
}

// They spell out what they look for.
const OWN_FILES = /^packages\/repo-checks\/src\/rules\/kept-by(\.test)?\.ts$/
