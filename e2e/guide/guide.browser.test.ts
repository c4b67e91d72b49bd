// @module-tag chromium
// @module-tag registry
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from '../support/chromium.ts'
import { platform } from '../support/platform.ts'
import { findFreePort } from '../support/ports.ts'
import { readWalk, type Block } from './blocks.ts'
import { startPerson } from './person.ts'
import { openShell, type Shell } from './shell.ts'

// docs/guides/connect-a-business-app.md, done word for word: its commands in a shell, its steps in a
// browser, against the platform. Two addresses differ from what it says: where the platform of the
// tests is, and the port of the application.

const repository = fileURLToPath(new URL('../../', import.meta.url))
const startCommand = 'npx -y pnpm@12.21.0 start'

let browser: Browser
let home: string
let application: ReturnType<Shell['begin']> | undefined
beforeAll(async () => {
  browser = await startChromium()
  home = await mkdtemp(join(tmpdir(), 'newcomer-'))
})
afterAll(async () => {
  await application?.stop()
  await browser?.close()
  await rm(home, { recursive: true, force: true })
})

/** What npm and pnpm keep for all projects stays where it is: the walk is not about their caches. */
const shellEnvironment = (port: number): NodeJS.ProcessEnv => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  PORT: String(port),
  npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
  npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
  NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
})

/** `.env` as the guide shows it, with what was copied in the console in place of its dots. */
function fillSettings(shown: string, [backend = '', pages = '']: readonly string[]): string {
  const names = (text: string) => [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  const filled = `${backend}SPA_CLIENT_ID=${pages}\n`
  expect(names(filled)).toEqual(names(shown))
  return filled
}

/** Whether a line of the output is the one expected; `…` stands for anything. */
const says = (output: string, expected: string): boolean =>
  output.split('\n').some((line) => {
    let at = 0
    return expected.split('…').every((part) => {
      const found = line.indexOf(part, at)
      at = found + part.length
      return found !== -1
    })
  })

// What the guide promises, on a machine that has other things to do.
const timeout = 600_000

it(
  '[EVT-01] the guide is done word for word, from the client wizard to the outcome of an approval',
  { timeout },
  async () => {
    const port = await findFreePort()
    const shell = openShell({ folder: repository, home }, shellEnvironment(port))
    const person = startPerson(browser, (text) =>
      text
        .replaceAll('http://localhost:8080', platform().baseUrl)
        .replaceAll('localhost:8085', `localhost:${port}`),
    )
    const waitFor = async (line: string): Promise<void> => {
      const printed = () => says(application?.output() ?? '', line)
      await expect
        .poll(printed, { timeout: 240_000 })
        .toBe(true)
        .catch(() => expect(application?.output()).toContain(line))
    }

    const take = async (block: Block): Promise<void> => {
      if (block.kind === 'step') return person.follow(block.tokens)
      if (block.kind === 'output') return waitFor(block.text)
      if (block.kind === 'file')
        return writeFile(join(shell.folder(), block.path), fillSettings(block.text, person.copied))
      // The platform is started already, by the same command (test-kit/platform.ts).
      if (block.text === startCommand) return undefined
      if (block.text !== 'npm start') return shell.run(block.text)
      application = shell.begin(block.text)
      return undefined
    }
    const blocks = readWalk('1. Sign people in, and know who is calling')
    expect(blocks.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['step', 'commands', 'file', 'output']),
    )
    for (const block of blocks) await take(block)
  },
)
