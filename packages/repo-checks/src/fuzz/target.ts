/** What a file `*.fuzz.testing.ts` beside a parser exports. It is found by its name; nothing lists the targets. */
export interface Target {
  /** What is read, for the table of figures. */
  readonly reads: string
  /**
   * Says what must hold, by throwing when it does not: that nothing but its own faults is thrown, and where something can be
   * written as well, that it comes back.
   */
  readonly check: (bytes: Buffer) => void | Promise<void>
  /** Where it begins: small examples of what is read, of our own. */
  readonly seeds: readonly (string | Uint8Array)[]
  /** Words that chance would take long to find and that do not stand in the code. */
  readonly words?: readonly string[]
  /** An input may be so long. Bytes; 4096 without it. */
  readonly mostBytes?: number
  /** An input may take so long, of the processor, with counters. Milliseconds; 250 without it. */
  readonly mostMs?: number
  /** Inputs of each run of the tests; 10,000 without it. */
  readonly tries?: number
}
