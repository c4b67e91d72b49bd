import { signOut } from '../auth/session.ts'

/** Signs out, and leaves nothing behind that tells this browser of what concerns the person. */
export async function signOutHere(): Promise<void> {
  // Where its code cannot be loaded one is signed out all the same; who signs in next gives the device up.
  await import('./device.ts').then(({ leaveDevice }) => leaveDevice()).catch(() => undefined)
  await signOut()
}
