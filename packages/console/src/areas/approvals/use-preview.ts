import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewQuery, type Preview, type StartRequest } from './queries.ts'

const pauseMs = 400
const nothing: StartRequest = { bizType: '', bizId: '', title: '', variables: {}, selections: {} }

export interface ShownPreview {
  /** False until the form says enough. */
  readonly isAsked: boolean
  readonly isFetching: boolean
  readonly path: Preview | undefined
  readonly error: unknown
  /** Steps whose people the initiator chooses, as far as they are known by now. */
  readonly selections: Preview['selections']
}

/** What a start would lead to, asked for when nobody has typed for a moment. */
export function usePreview(request: StartRequest | undefined): ShownPreview {
  // Compared by content: each render makes another object.
  const [text] = useDebouncedValue(JSON.stringify(request ?? null), pauseMs)
  const asked = JSON.parse(text) as StartRequest | null
  const { data, error, isFetching } = useQuery({
    ...previewQuery(asked ?? nothing),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  // What was chosen stays to be seen while the form is not whole, or is refused.
  const [selections, setSelections] = useState<Preview['selections']>([])
  useEffect(() => {
    if (data !== undefined) setSelections(data.selections)
  }, [data])
  return { isAsked: asked !== null, isFetching, path: data, error, selections }
}
