import type { Interaction } from 'oidc-provider'
import type { IamDatabase } from '../../db/types.ts'
import { deleteSession } from '../store/grant-queries.ts'

/**
 * Somebody else signs in with this browser: the session of the one before ends with its refresh
 * tokens, and the sign-in goes on as that of a browser without one.
 */
export async function endSessionOfAnotherUser(
  db: IamDatabase,
  interaction: Interaction,
  userId: string,
): Promise<void> {
  const { session } = interaction
  if (session === undefined || session.accountId === userId) return
  await deleteSession(db, session.uid)
  interaction.session = undefined
}
