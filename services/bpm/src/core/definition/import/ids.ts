/** Ids of steps that a tool from elsewhere names in its own way. */
export interface Ids {
  /** The same where XML takes it and nobody has it, else another one. */
  give(wanted: string | undefined): string
}

const fits = /^[A-Za-z_][A-Za-z0-9._-]{0,79}$/
/** What is written beside the steps gets its id from theirs. */
const derived = /^(?:start|end)$|^flow_|_(?:join|start|end|message|wait|jump|to_\d+|branch_\d+)$/

export function createIds(): Ids {
  const taken = new Set<string>()
  let count = 0
  return {
    give(wanted = '') {
      let id = wanted
      while (!fits.test(id) || derived.test(id) || taken.has(id)) id = `step_${(count += 1)}`
      taken.add(id)
      return id
    },
  }
}
