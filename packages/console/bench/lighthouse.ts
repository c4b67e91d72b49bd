import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { chromium, type BrowserContext } from 'playwright-core'
import {
  openConsole,
  readPlatform,
  startBrowser,
  windowArgs,
  type Platform,
} from '../screenshots/browser.ts'
import { makeDemo } from '../screenshots/demo.ts'
import { startOwn } from '../screenshots/own-platform.ts'

/**
 * Asks Lighthouse about the inbox of somebody who is signed in, as it is built, on a platform of its own;
 * `E2E_PLATFORM_FILE` names the platform.json of a running one instead, whose manager has tasks. Ends with 1 below the
 * goals. Lighthouse is run by npx and is no dependency: 176 MB, a reporter of errors among them, for one command.
 */
const lighthouse = 'lighthouse@13.5.0'
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
/** Of the performance the middle one counts: the machine does other things meanwhile. */
const runs = 3

type Category = keyof typeof goals
type Look = 'desktop' | 'phone'

/** What is read of its report. */
interface Report {
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number | null
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
      }
    >
  >
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly title: string
        readonly score: number | null
        readonly displayValue?: string
      }
    >
  >
  readonly runtimeError?: { readonly message: string }
}

const executablePath = findProgram('chromium', process.env)
if (executablePath === undefined) throw new Error('Chromium is not here: set CHROMIUM_PATH')
const given = process.env['E2E_PLATFORM_FILE']
const running = given === undefined ? await startOwn() : undefined
const folder = await mkdtemp(join(tmpdir(), 'countersign-lighthouse-'))
try {
  const platform = await readPlatform(running?.file ?? given ?? '')
  if (running !== undefined) await fill(executablePath, platform)
  const port = await findPort()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [...windowArgs, `--remote-debugging-port=${port}`],
  })
  try {
    const inbox = await openConsole(context, platform, 'manager', '/inbox')
    await inbox.locator('[data-row]').first().waitFor()
    await inbox.goto('about:blank')
    const address = new URL('inbox', platform.console).href
    console.log(`${lighthouse}\n\n${describeMachine('at the start')}\n`)
    const desktop = await measure(context, { address, port, look: 'desktop' })
    const phone = await measure(context, { address, port, look: 'phone' })
    if (![desktop, phone].every(Boolean)) process.exitCode = 1
  } finally {
    await context.close()
  }
} finally {
  await running?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fill(browserPath: string, platform: Platform): Promise<void> {
  const browser = await startBrowser(browserPath)
  try {
    await makeDemo(browser, platform)
  } finally {
    await browser.close()
  }
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, so that the address is no path.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Asked {
  readonly address: string
  readonly port: number
  readonly look: Look
}

/** Prints the scores and what took points; whether all goals are reached. */
async function measure(context: BrowserContext, asked: Asked): Promise<boolean> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) {
    await forgetFiles(context)
    reports.push(await ask(asked))
  }
  reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const middle = reports[Math.floor(runs / 2)]
  if (middle === undefined) throw new Error('Lighthouse was not run')
  console.log(`## ${asked.look}\n`)
  for (const [category, goal] of Object.entries(goals) as [Category, number][]) {
    const all = reports.map((report) => scoreOf(report, category)).join(', ')
    console.log(`${category}: ${scoreOf(middle, category)} (goal ${goal}; runs ${all})`)
    for (const line of faultsOf(middle, category)) console.log(`  ${line}`)
  }
  console.log('')
  return (Object.entries(goals) as [Category, number][]).every(
    ([category, goal]) => scoreOf(middle, category) >= goal,
  )
}

/** The session stays; code and pictures come anew. */
async function forgetFiles(context: BrowserContext): Promise<void> {
  const [page] = context.pages()
  if (page === undefined) throw new Error('the window has no page')
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

async function ask({ address, port, look }: Asked): Promise<Report> {
  const file = join(folder, 'report.json')
  const options = [
    `--port=${port}`,
    '--disable-storage-reset',
    '--no-enable-error-reporting',
    `--only-categories=${Object.keys(goals).join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    ...(look === 'desktop' ? ['--preset=desktop'] : []),
  ]
  await promisify(execFile)('npx', ['-y', lighthouse, address, ...options])
  // Of the version above.
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
  return report
}

function scoreOf({ categories }: Report, category: Category): number {
  return Math.round((categories[category].score ?? 0) * 100)
}

/** What took points. */
function faultsOf({ categories, audits }: Report, category: Category): readonly string[] {
  return categories[category].auditRefs.flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (audit === undefined || weight === 0 || audit.score === null || audit.score === 1) return []
    return [
      `${id}: ${audit.title}${audit.displayValue === undefined ? '' : `, ${audit.displayValue}`}`,
    ]
  })
}
