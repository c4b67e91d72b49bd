// pnpm drill:rotation
import { drillSeveral } from '../rolling/several.ts'
import { startNeighbours } from './neighbours.ts'
import { rotateAll } from './rotate.ts'

const neighbours = await startNeighbours()
try {
  await drillSeveral({
    name: 'rotation',
    counts: { iam: 2, bpm: 2, dms: 2, gateway: 2 },
    seed: 9,
    environment: neighbours.settingsAtFirst,
    phases: async (worked) => {
      const changes = await rotateAll({ ...worked, neighbours })
      return changes.map(([name, run]) => ({ name, run, losesNothing: true }))
    },
    well: 'no request failed, nothing is unreadable',
  })
} finally {
  await neighbours.stop()
}
