import { Button, Group, MultiSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBizTypes } from '../../shared/biz-types.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Panel } from '../../shared/page/page.tsx'
import { PersonField } from '../../shared/people/people-field.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { emptyDraft, isOrdered, toDelegation, type Draft } from './draft.ts'
import type { Delegation } from './queries.ts'

interface DraftProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft>) => void
}

/** Whom, from when until when, and for which business types. */
export function DelegationForm(props: {
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSave: (delegation: Delegation) => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation('delegation')
  const [draft, setDraft] = useState(() => emptyDraft(new Date()))
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <Panel label={t('add')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const delegation = toDelegation(draft)
          if (delegation !== undefined) props.onSave(delegation)
        }}
      >
        <Stack>
          <PersonField
            label={t('field.to')}
            required
            value={draft.to}
            onChange={(to) => set({ to })}
          />
          <PeriodFields draft={draft} set={set} />
          <BizTypesField draft={draft} set={set} />
          <ErrorAlert error={props.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onCancel}>
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" loading={props.isSaving}>
              {t('common:action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

function PeriodFields({ draft, set }: DraftProps) {
  const { t } = useTranslation('delegation')
  const { firstDay, lastDay } = draft
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        type="date"
        label={t('field.firstDay')}
        required
        value={firstDay}
        onChange={({ currentTarget }) => set({ firstDay: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('field.lastDay')}
        required
        min={firstDay}
        value={lastDay}
        error={isOrdered(draft) ? undefined : t('field.wrongOrder')}
        onChange={({ currentTarget }) => set({ lastDay: currentTarget.value })}
      />
    </SimpleGrid>
  )
}

function BizTypesField({ draft, set }: DraftProps) {
  const { t } = useTranslation('delegation')
  const { data: types = [] } = useBizTypes()
  return (
    <MultiSelect
      label={t('field.bizTypes')}
      description={t('field.bizTypesHint')}
      data={types.map(({ code, name }) => ({ value: code, label: name }))}
      value={[...draft.bizTypes]}
      onChange={(bizTypes) => set({ bizTypes })}
      clearable
    />
  )
}
