import { KeysUnavailable, type Caller, type Verifier } from '@countersign/auth-verifier'

/**
 * Who a token of ours stands for; undefined when it is not good.
 *
 * @throws {@link KeysUnavailable} when nobody can tell: an answer would be wrong, and be believed.
 */
export async function readIssued(
  verifier: Pick<Verifier, 'verify'>,
  token: string,
): Promise<Caller | undefined> {
  try {
    return await verifier.verify(token)
  } catch (error) {
    if (error instanceof KeysUnavailable) throw error
    return undefined
  }
}
