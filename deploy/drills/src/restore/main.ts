import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { checkDrill } from './check.ts'
import { drillRestore } from './drill.ts'

const program = findProgram('postgresql', process.env)
if (program === undefined)
  throw new Error(
    'the drill needs PostgreSQL: apt-get install postgresql, or set PG_BASEBACKUP_PATH',
  )
const home = await mkdtemp(join(tmpdir(), 'countersign-restore-'))
const write = (line: string) => console.log(line)
try {
  const drill = await drillRestore({ bin: dirname(program), home, decisions: 100, write })
  try {
    const faults = await checkDrill(drill, write)
    for (const fault of faults) write(`FAULT ${fault}`)
    write(faults.length === 0 ? 'restored: what is lost is named, and the job goes on' : 'failed')
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await drill.stop()
  }
} finally {
  await rm(home, { recursive: true, force: true })
}
