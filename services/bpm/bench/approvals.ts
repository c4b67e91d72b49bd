// What an approval costs: beside the same SQL by pgbench, in inboxes of millions, with a long history.
import { startEmbedded } from '@countersign/test-kit/embedded'
import { describeMachine } from '@countersign/test-kit/machine'
import { parseArgs } from 'node:util'
import { measureCompiling } from './approvals/compile-time.ts'
import { measureHistory } from './approvals/history.ts'
import { measureApprovals } from './approvals/measure.ts'
import { reportApprovals, reportCompiling, reportHistory, reportInbox } from './approvals/report.ts'
import { measureInbox } from './inbox/measure.ts'

const { values: options } = parseArgs({
  options: {
    /** speed, inbox, compile, history; all when left out. */
    only: { type: 'string' },
    count: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '50' },
    pool: { type: 'string', default: '10' },
    open: { type: 'string', default: '1000000' },
    done: { type: 'string', default: '5000000' },
    users: { type: 'string', default: '10000' },
    decisions: { type: 'string', default: '300' },
    /** Where the services leave CPU profiles of `speed`, for Chrome's or an editor's viewer. */
    profile: { type: 'string' },
  },
})
// Durable, as in production.
const settings = [
  'shared_buffers=2GB',
  'max_wal_size=8GB',
  'max_connections=200',
  'timezone=UTC',
  'maintenance_work_mem=512MB',
]

// Interrupted, it ends as it would by itself: what it started goes with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const wants = (part: string) => options.only === undefined || options.only === part

console.log(`${describeMachine()}\n`)
const server = await startEmbedded(settings.flatMap((setting) => ['-c', setting]))
try {
  if (wants('speed')) {
    const count = Number(options.count)
    const sizes = { connections: Number(options.connections), poolSize: Number(options.pool) }
    const { profile } = options
    const costs = await measureApprovals(server.url, { count, ...sizes, profile })
    console.log(`${count} approvals, ${sizes.connections} requests at once.\n`)
    console.log(`${reportApprovals(costs)}\n`)
  }
  if (wants('compile')) {
    console.log(`${reportCompiling(await measureCompiling([3, 30, 150]))}\n`)
  }
  if (wants('history')) {
    console.log(`${reportHistory(await measureHistory(server.url, Number(options.decisions)))}\n`)
  }
  if (wants('inbox')) {
    const [open, done, users] = [options.open, options.done, options.users].map(Number)
    const sizes = { open: open ?? 0, done: done ?? 0, users: users ?? 1 }
    console.log(`${open} open and ${done} done tasks of ${users} people.\n`)
    console.log(reportInbox(await measureInbox(server.url, sizes)))
  }
} finally {
  await server.stop()
}
