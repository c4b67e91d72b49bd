// What the chain beside the log costs for 1,000 rows, and what verifying them does:
// node --conditions=source services/bpm/bench/chain.ts [rows]
import { startEmbedded } from '@countersign/test-kit/embedded'
import { createEmpty } from '@countersign/test-kit/databases'
import { describeMachine } from '@countersign/test-kit/machine'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { migrate } from '@countersign/service-kit/migrate'
import { createLogger } from '@countersign/service-kit/log'
import { sql } from 'kysely'
import { openLanes } from './contenders/lanes.ts'
import { cpuWithChildren } from './cpu.ts'
import { findPostmaster } from './databases.ts'
import { migrations } from '../src/migrations.ts'

// As many as the statements of a few decisions that share a commit.
const AT_ONCE = 20
const rows = Number(process.argv[2] ?? 100_000)
const server = await startEmbedded(['-c', 'shared_buffers=512MB'])
const url = await createEmpty(server.url, 'chain')
const db = openLanes(url)
try {
  const log = createLogger({ service: 'bench', level: 'silent' })
  await migrate({ url, directory: migrations, log })
  const options = { log: chainedLogs.bpm, now: () => new Date() }
  await extendChain(db, options)
  for (let done = 0; done < rows; done += AT_ONCE) await addRows(done)
  const postmaster = await findPostmaster(url)
  const measure = async (work: () => Promise<unknown>) => {
    const [own, theirs] = [process.cpuUsage(), await cpuWithChildren(postmaster)]
    const start = performance.now()
    await work()
    const { user, system } = process.cpuUsage(own)
    const ours = (user + system) / 1_000
    const postgres = ((await cpuWithChildren(postmaster)) - theirs) * 1_000
    const per = (value: number) => ((value * 1_000) / rows).toFixed(1).padStart(6)
    const wall = performance.now() - start
    return `ms for 1,000 rows: CPU of the service ${per(ours)}, of PostgreSQL ${per(postgres)}, time ${per(wall)}`
  }
  console.log(`${describeMachine()}\n${rows} rows`)
  console.log(
    `chain:  ${await measure(async () => {
      while ((await extendChain(db, options)) > 0) continue
    })}`,
  )
  const { rows: sizes } = await sql<{ log: number; blocks: number; count: number }>`
    select pg_total_relation_size('instance_actions') as log,
      pg_total_relation_size('chain_blocks') as blocks, count(*) as count from chain_blocks`.execute(
    db,
  )
  console.log(
    `bytes of a row: in the log ${Math.round((sizes[0]?.log ?? 0) / rows)}, in a block ${Math.round((sizes[0]?.blocks ?? 0) / rows)}; ${sizes[0]?.count} blocks`,
  )
  console.log(`verify: ${await measure(() => verifyService(db, 'bpm', { stores: [], keys: [] }))}`)
} finally {
  await db.destroy()
  await server.stop()
}

/** As many bytes as a decision of the benchmark of approvals has: about a thousand. */
function addRows(from: number): Promise<unknown> {
  return db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`
      insert into instance_actions (tenant_id, instance_id, sequence, at, round, action, actor_kind,
        actor_id, actor_name, task_id, comment, moves, command, answers)
      select md5('t')::uuid, md5((n / 5)::text)::uuid, n, now(), 1, 'approve', 'user',
        gen_random_uuid()::text, 'Approver ' || n, gen_random_uuid(), 'in order, as agreed',
        '[{"node": "manager", "outcome": "approve"}]',
        jsonb_build_object('kind', 'approve', 'taskId', gen_random_uuid(), 'at', now(),
          'variables', jsonb_build_object('amount', n, 'text', repeat('x', 300))),
        jsonb_build_object('manager', jsonb_build_array(gen_random_uuid(), gen_random_uuid()))
      from generate_series(${from}::int + 1, ${from}::int + ${AT_ONCE}::int) as n`.execute(tx)
  })
}
