// pnpm drill:rolling [--from <folder of another checkout, installed>]
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { phasesOf } from './phases.ts'
import { drillSeveral } from './several.ts'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const from = values.from === undefined ? undefined : pathToFileURL(`${resolve(values.from)}/`)

await drillSeveral({
  name: 'rolling',
  counts: { iam: 3, bpm: 3, dms: 2, gateway: 2 },
  seed: 16,
  phases: ({ platform }) => phasesOf(platform, from),
  well: 'nothing was lost, nothing is there twice',
})
