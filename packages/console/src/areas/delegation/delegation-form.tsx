import { Button, Group, MultiSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { ErrorAlert } from '../../shared/error-alert.tsx'
import { Panel } from '../../shared/page.tsx'
import { PersonField } from '../../shared/people-field.tsx'
import type { Person } from '../../shared/person.ts'
import { dayOf, toPeriod } from './periods.ts'
import type { Delegation } from './queries.ts'

/** Whom, from when until when, and for which business types. */
export function DelegationForm(props: {
  readonly error: unknown
  readonly isSaving: boolean
  readonly onSave: (delegation: Delegation) => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation(['delegation', 'common'])
  const today = dayOf(new Date())
  const [to, setTo] = useState<Person | null>(null)
  const [firstDay, setFirstDay] = useState(today)
  const [lastDay, setLastDay] = useState('')
  const [bizTypes, setBizTypes] = useState<string[]>([])
  const { data: types = [] } = useQuery(bizTypesQuery)
  const isOrdered = lastDay === '' || firstDay <= lastDay
  const save = () => {
    if (to === null || firstDay === '' || lastDay === '' || !isOrdered) return
    const period = toPeriod(firstDay, lastDay)
    props.onSave({ to, ...period, bizTypes: bizTypes.length === 0 ? null : bizTypes })
  }
  return (
    <Panel label={t('add')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <PersonField label={t('field.to')} required value={to} onChange={setTo} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              type="date"
              label={t('field.firstDay')}
              required
              value={firstDay}
              onChange={({ currentTarget }) => setFirstDay(currentTarget.value)}
            />
            <TextInput
              type="date"
              label={t('field.lastDay')}
              required
              min={firstDay}
              value={lastDay}
              error={isOrdered ? undefined : t('field.wrongOrder')}
              onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
            />
          </SimpleGrid>
          <MultiSelect
            label={t('field.bizTypes')}
            description={t('field.bizTypesHint')}
            data={types.map(({ code, name }) => ({ value: code, label: name }))}
            value={bizTypes}
            onChange={setBizTypes}
            clearable
          />
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
