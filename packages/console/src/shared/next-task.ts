/** Ends the present task: a touch, or what has come meanwhile, is answered before what follows. */
export const nextTask = (): Promise<void> => new Promise((next) => setTimeout(next))
