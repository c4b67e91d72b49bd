import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

interface Revised {
  readonly revision: number
}

/** Something that the service keeps by revisions, and what of it is edited. */
export interface Stored<Kept extends Revised, Content> {
  readonly kept: Kept
  readonly content: Content
}

export interface Edited<Kept extends Revised = Revised, Content = unknown> {
  /** As it was when the edits were begun: what is saved is saved over its revision. */
  readonly kept: Kept
  readonly isChanged: boolean
  /** What was saved, and the answer: edits go on from there, also those that were made meanwhile. */
  readonly saved: (stored: Stored<Kept, Content>) => void
  /** Drops the edits for what somebody else has saved meanwhile; undefined while nobody has. */
  readonly takeTheirs: (() => void) | undefined
  /**
   * How often what is edited was replaced by what the service has: what was begun on the one, such as what
   * can be undone, has no place on the other.
   */
  readonly taken: number
}

/** What a form sends: what stands in it, and over what. */
export interface Sent<Kept extends Revised, Content> {
  readonly values: Content
  readonly edited: Edited<Kept, Content>
}

/**
 * Edits of something that is read again while they last. What is read later takes their place only
 * where there are none; a revision of somebody else stands against them until the person decides.
 *
 * @param stored As it was read last.
 * @param content What is edited, which the caller has in its state.
 */
export function useEdited<Kept extends Revised, Content>(
  stored: Stored<Kept, Content>,
  content: Content,
  setContent: (content: Content) => void,
): Edited<Kept, Content> {
  const [base, setBase] = useState({ ...stored, taken: 0 })
  const take = () => {
    setBase({ ...stored, taken: base.taken + 1 })
    setContent(stored.content)
  }
  const isChanged = !isEqual(content, base.content)
  const isNewer = stored.kept.revision > base.kept.revision
  const saysOther = !isEqual(stored.content, base.content)
  const isTheirs = isNewer && saysOther && !isEqual(stored.content, content)
  // Both set state while drawing: nothing is shown of the state before.
  if (isNewer && !isTheirs) {
    // A logo beside the fields, or our own answer that was lost: nothing of the edits is touched.
    setBase({ ...stored, taken: base.taken })
  } else if (!isChanged && saysOther && stored.kept.revision >= base.kept.revision) {
    take()
  }
  return {
    kept: base.kept,
    isChanged,
    saved: (next) => setBase(({ taken }) => ({ ...next, taken })),
    takeTheirs: isTheirs && isChanged ? take : undefined,
    taken: base.taken,
  }
}

/** Whether two contents say the same, whatever became of them in between. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  replaceEqualDeep(one, other) === one
