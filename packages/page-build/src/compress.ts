import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json)$/
// Below this the headers weigh more than what is saved.
const smallestBytes = 1_024
// The last levels cost seconds at the first start and save a few percent: worth it for what everybody waits for.
const brotliQuality = { first: 11, other: 7 } as const

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Puts a `.br` and a `.gz` beside each file that is worth it; best compressed is what the page itself names. */
export async function compressFiles(folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < smallestBytes) return
      const quality = page.includes(entry.name) ? brotliQuality.first : brotliQuality.other
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      const [brotli, gzipped] = await Promise.all([
        toBrotli(content, { params }),
        toGzip(content, { level: 9 }),
      ])
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
    }),
  )
}
