// pnpm drill:rotation
import { drillSeveral } from '../rolling/several.ts'
import { rotateSettings, rotateStoredKeys } from './rotate.ts'

await drillSeveral({
  name: 'rotation',
  counts: { iam: 2, bpm: 2, dms: 2, gateway: 2 },
  seed: 9,
  phases: async (several) => {
    const changes = [...rotateStoredKeys(several), ...(await rotateSettings(several))]
    return changes.map(([name, run]) => ({ name, run, losesNothing: true }))
  },
  well: 'no request failed, nothing is unreadable',
})
