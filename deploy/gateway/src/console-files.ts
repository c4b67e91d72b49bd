import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export type Encoding = 'br' | 'gzip'

/** One file of the built console. */
export interface ConsoleFile {
  readonly contentType: string
  /** Its name follows from its content: it never changes. */
  readonly immutable: boolean
  readonly etag: string
  readonly path: string
  /** Where it lies compressed already. */
  readonly compressed: Readonly<Partial<Record<Encoding, string>>>
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
}

const suffixes = { br: '.br', gzip: '.gz' } as const

/**
 * The files that may be served, by their path below `/console/`. What is not in this list does not
 * exist, however a request spells it. The page itself is not one of them: each answer makes its own.
 */
export async function listConsoleFiles(root: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((file) => join(file.parentPath, file.name))
  const known = new Set(paths)
  const files = new Map<string, ConsoleFile>()
  for (const path of paths) {
    const contentType = contentTypes[extname(path)]
    const name = relative(root, path).split(sep).join('/')
    // Dot folders are for whoever builds.
    if (contentType === undefined || name.startsWith('.')) continue
    const compressed = Object.entries(suffixes).flatMap(([encoding, suffix]) =>
      known.has(path + suffix) ? [[encoding, path + suffix]] : [],
    )
    files.set(name, {
      contentType,
      immutable: name.startsWith('assets/'),
      etag: `"${createHash('sha256')
        .update(await readFile(path))
        .digest('base64url')
        .slice(0, 22)}"`,
      path,
      compressed: Object.fromEntries(compressed),
    })
  }
  return files
}

/** The best form of a file that the browser takes (RFC 9110 section 12.5.3). */
export function chooseEncoding(file: ConsoleFile, accepted: unknown): Encoding | undefined {
  const text = typeof accepted === 'string' ? accepted : ''
  const taken = text.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return (['br', 'gzip'] as const).find(
    (encoding) => file.compressed[encoding] !== undefined && taken.includes(encoding),
  )
}
