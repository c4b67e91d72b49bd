import type { Draw } from './random.ts'

/** Inputs that went new ways (a corpus). */
export function createPool() {
  const inputs: Buffer[] = []
  const altered: number[] = []
  return {
    inputs: inputs as readonly Buffer[],
    add(bytes: Buffer): void {
      inputs.push(bytes)
      altered.push(0)
    },
    /** Of three that are drawn the one that was altered least. */
    choose(draw: Draw): Buffer {
      let chosen = draw(inputs.length)
      for (let more = 0; more < 2; more += 1) {
        const other = draw(inputs.length)
        if ((altered[other] ?? 0) < (altered[chosen] ?? 0)) chosen = other
      }
      altered[chosen] = (altered[chosen] ?? 0) + 1
      return inputs[chosen] ?? Buffer.of()
    },
  }
}
