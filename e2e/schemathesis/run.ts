import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Runs Schemathesis on a document, with tokens from `getToken`: what it printed, and whether it found
 * anything.
 *
 * @param options Of `st run`, beside those of the configuration.
 */
export async function runSchemathesis(
  documentUrl: string,
  getToken: () => Promise<string>,
  options: readonly string[],
): Promise<{ readonly output: string; readonly failed: boolean }> {
  const tokens = await serveTokens(getToken)
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'))
  try {
    const child = spawn(
      inject('schemathesis'),
      ['--config-file', join(here, 'schemathesis.toml'), 'run', documentUrl, ...options],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], PYTHONPATH: here, TOKEN_URL: tokens.url },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { output: Buffer.concat(chunks).toString(), failed: exitCode !== 0 }
  } finally {
    tokens.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A place on this machine that gives a token to whoever asks. */
async function serveTokens(getToken: () => Promise<string>) {
  const server = createServer((_request, response) => {
    getToken().then(
      (token) => response.end(token),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
