// Ten thousand approvals of random processes on two processes of bpm, one of which is killed now and then; afterwards the log of
// each, and of each that it has called, has to lead to its state. The same as services/bpm/src/random-crash.test.ts, for longer:
//
//   pnpm campaign:approvals [--approvals 10000] [--at-once 100] [--seed 1] [--write]
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine } from '@countersign/test-kit/machine'
import { writeCampaign } from '@countersign/test-kit/reliability-page'

const { values: options } = parseArgs({
  options: {
    approvals: { type: 'string', default: '10000' },
    // Most of them wait for a time, or for a process that is being started.
    'at-once': { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    'answers-between-kills': { type: 'string', default: '500' },
    write: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const vitest = new URL('vitest.mjs', import.meta.resolve('vitest/package.json'))
const machine = describeMachine()
const begun = performance.now()
const child = spawn(
  process.execPath,
  [fileURLToPath(vitest), 'run', 'services/bpm/src/random-crash.test.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CAMPAIGN_APPROVALS: options.approvals,
      CAMPAIGN_SEED: options.seed,
      CAMPAIGN_AT_ONCE: options['at-once'],
      CAMPAIGN_ANSWERS_BETWEEN_KILLS: options['answers-between-kills'],
    },
  },
)
let said: string | undefined
createInterface({ input: child.stdout }).on('line', (line) => {
  said = /campaign: (\{.*\})/.exec(line)?.[1] ?? said
  console.log(line)
})
const code = await new Promise<number | null>((ended) => child.once('close', ended))
if (code !== 0 || said === undefined) throw new Error('not every approval is explained by its log')
const { of, ...figures } = JSON.parse(said) as {
  readonly approvals: number
  readonly definitions: number
  readonly kills: number
  readonly answered: number
  /** Actions of the logs, by their kinds. */
  readonly of: Readonly<Record<string, number>>
}
const count = (...kinds: readonly string[]) => kinds.reduce((sum, kind) => sum + (of[kind] ?? 0), 0)
if (options.write)
  await writeCampaign('approvals', machine, {
    approvals: figures.approvals,
    'definitions drawn, each in three versions': figures.definitions,
    seed: options.seed,
    seconds: ((performance.now() - begun) / 1000).toFixed(0),
    'requests answered': figures.answered,
    'processes killed (SIGKILL)': figures.kills,
    'actions in the logs, each replayed': count(...Object.keys(of)),
    '… decisions of people': count('approve', 'reject', 'return'),
    '… times that came': count('timer'),
    '… messages': count('message'),
    '… jumps': count('jump'),
    '… migrations': count('migrate'),
    '… resubmissions': count('resubmit'),
    '… calls': count('call'),
    'approvals that their log does not explain': 0,
    'acknowledged actions that are missing, or there twice': 0,
  })
