import { Checkbox, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import { Icon } from '../icon.tsx'
import { ErrorAlert } from '../page/error-alert.tsx'
import { BlockSkeleton } from '../page/skeletons.tsx'
import { Since } from '../time-text.tsx'
import { findDocumentsQuery, type Attachment } from './queries.ts'

interface Props {
  readonly chosen: readonly Attachment[]
  readonly onAdd: (attachment: Attachment) => void
  readonly onRemove: (attachment: Attachment) => void
}

const pauseMs = 250

/** Documents that are there already, found by their title or text. */
export function LibraryChoice({ chosen, onAdd, onRemove }: Props) {
  const { t } = useTranslation('attachments')
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text.trim(), pauseMs)
  const found = useQuery({ ...findDocumentsQuery(searched), placeholderData: keepPreviousData })
  const taken = new Set(chosen.map(({ versionId }) => versionId))
  return (
    <div>
      <TextInput
        label={t('library')}
        description={t('libraryHint')}
        placeholder={t('search')}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ScrollArea.Autosize mah="14rem" mt="sm" type="auto" viewportProps={{ tabIndex: 0 }}>
        {found.isPending && <BlockSkeleton lines={3} />}
        {found.isError && <ErrorAlert error={found.error} />}
        {found.data?.length === 0 && (
          <Text size="sm" c="var(--console-soft)">
            {t('none')}
          </Text>
        )}
        <Stack gap="xs" aria-live="polite">
          {found.data?.map(({ changedAt, ...one }) => (
            <Checkbox
              key={one.versionId}
              label={one.name}
              description={<Since time={changedAt} />}
              checked={taken.has(one.versionId)}
              onChange={({ currentTarget }) => (currentTarget.checked ? onAdd : onRemove)(one)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </div>
  )
}
