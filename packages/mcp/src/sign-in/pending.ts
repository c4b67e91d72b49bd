/** Nobody has signed in yet: the person has to open the address, and the agent asks again. */
export class SignInPending extends Error {
  override readonly name = 'SignInPending'

  constructor(address: URL) {
    super(`Ask the person to sign in at ${address.href} and call the tool again.`)
  }
}
