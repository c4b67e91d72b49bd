import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { expect, it, onTestFinished } from 'vitest'
import { checkDrill } from './check.ts'
import { drillRestore } from './drill.ts'

it(
  'names what a restore to different moments lost, and the main job goes on',
  // A minute and a half on a quiet machine; on a busy one the platform alone takes minutes.
  { tags: 'postgresql', timeout: 900_000 },
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'countersign-restore-'))
    onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
    const bin = dirname(findProgram('postgresql', process.env) ?? '')
    const write = (line: string) => console.log(line)
    const drill = await drillRestore({ bin, home, decisions: 3, write })
    onTestFinished(drill.stop)

    expect(await checkDrill(drill, write)).toEqual([])
  },
)
