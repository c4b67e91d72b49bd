// Three processes of clients start, claim, decide, take back and withdraw the same approvals through two processes of bpm that are
// killed, stand still and lose connections; an existing checker says whether there is an order that explains every answer. The same
// as services/bpm/src/histories.test.ts, for longer. Needs Go:
//
//   pnpm campaign:histories [--approvals 1000] [--seed 1] [--write]
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { writeCampaign } from '@countersign/test-kit/reliability-page'

const { values: options } = parseArgs({
  options: {
    approvals: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
const machine = describeMachine()
const begun = performance.now()

/** The last line that says what came of it. @throws when the program does not end with 0. */
async function run(command: string, args: readonly string[]): Promise<string | undefined> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      // Where the installer of Go puts it.
      PATH: `${process.env['PATH'] ?? ''}:/usr/local/go/bin`,
      CAMPAIGN_APPROVALS: options.approvals,
      CAMPAIGN_SEED: options.seed,
      TEST_REQUIRE: 'histories',
    },
  })
  let said: string | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    said = /campaign: (\{.*\})/.exec(line)?.[1] ?? said
    console.log(line)
  })
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return said
}

await run('e2e/interop/build.sh', ['histories'])
const said = await run(process.execPath, [vitest, 'run', 'services/bpm/src/histories.test.ts'])
const counted = JSON.parse(said ?? '{}') as Record<string, number>
if (options.write)
  await writeCampaign('histories', machine, {
    approvals: counted['approvals'] ?? 0,
    seed: options.seed,
    seconds: ((performance.now() - begun) / 1000).toFixed(0),
    'processes of clients, and of bpm': '3, 2',
    'operations recorded': counted['operations'] ?? 0,
    'operations during which another was under way on the same approval or permit':
      counted['overlapping'] ?? 0,
    'refused: somebody else was quicker': counted['refused'] ?? 0,
    'unanswered: they may have been carried out': counted['unanswered'] ?? 0,
    'processes killed (SIGKILL)': counted['kill'] ?? 0,
    'processes that stood still (SIGSTOP)': counted['pause'] ?? 0,
    'connections broken off after a commit': counted['cut'] ?? 0,
    'approvals and permits whose answers no order explains': counted['unexplained'] ?? 0,
  })
