/** For the tests of applications: a platform that signs events and whose keys a receiver can read. */
export { startStandIn } from './conformance/platform.ts'
export type { StandIn, TokenFaults, Trust } from './conformance/platform.ts'
export { createSender } from './conformance/sender.ts'
export type { Answered, Sender, SendOptions } from './conformance/sender.ts'
