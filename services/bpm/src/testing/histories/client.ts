// A process of clients: it is told by messages what to do, and answers each with what it has recorded.
import { play } from './players.ts'
import type { Order, Settings } from './operations.ts'

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings

process.on('message', ({ number, order }: { number: number; order: Order }) => {
  play(settings, order).then(
    (operations) => process.send?.({ number, operations }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))
