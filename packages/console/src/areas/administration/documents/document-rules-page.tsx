import { Button, Checkbox, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited } from '../../../shared/form/use-edited.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import {
  changeFiling,
  changeReading,
  filingQuery,
  languages,
  readingQuery,
  type Filing,
  type Reading,
} from './policies.ts'

const DAY_SECONDS = 86_400

/** What a tenant says about documents under approval: who reads on, and what is filed. */
export function DocumentRulesPage() {
  const { t } = useTranslation('administration')
  const reading = useQuery(readingQuery)
  const filing = useQuery(filingQuery)
  const failed = [reading, filing].find(({ isLoadingError }) => isLoadingError)
  return (
    <Page>
      <PageHeader title={t('documentRules.title')} lead={t('documentRules.lead')} />
      {failed !== undefined && (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {reading.isPending && <BlockSkeleton lines={3} />}
      <Stack>
        {reading.data !== undefined && <ReadingForm policy={reading.data} />}
        {filing.data !== undefined && <FilingForm policy={filing.data} />}
      </Stack>
    </Page>
  )
}

function ReadingForm({ policy }: { readonly policy: Reading }) {
  const { t } = useTranslation('administration')
  const content = policy.keepSeconds / DAY_SECONDS
  const [days, setDays] = useState<string | number>(content)
  const edited = useEdited({ kept: policy, content }, days, setDays)
  const save = useSaved(readingQuery.queryKey, async () => {
    const keepSeconds = Math.round(Number(days) * DAY_SECONDS)
    edited.saved({ kept: await changeReading({ ...edited.kept, keepSeconds }), content: days })
  })
  return (
    <Panel label={t('documentRules.reading')}>
      <Stack maw="32rem">
        <Title order={2} size="h4">
          {t('documentRules.reading')}
        </Title>
        <EditNotices edited={edited} />
        <NumberInput
          label={t('documentRules.days')}
          description={t('documentRules.daysHint')}
          required
          min={0}
          max={3650}
          value={days}
          onChange={setDays}
        />
        {/* An emptied field is no number: sent as nought it would take the reading of all at once. */}
        <Saving save={save} disabled={typeof days !== 'number'} />
      </Stack>
    </Panel>
  )
}

function FilingForm({ policy }: { readonly policy: Filing }) {
  const { t } = useTranslation('administration')
  const stored = inOrder(policy.languages)
  const [chosen, setChosen] = useState(stored)
  const edited = useEdited({ kept: policy, content: stored }, chosen, setChosen)
  const save = useSaved(filingQuery.queryKey, async () => {
    const kept = await changeFiling({ ...edited.kept, languages: chosen })
    edited.saved({ kept, content: chosen })
  })
  return (
    <Panel label={t('documentRules.filing')}>
      <Stack maw="32rem">
        <Title order={2} size="h4">
          {t('documentRules.filing')}
        </Title>
        <EditNotices edited={edited} />
        <Text size="sm">{t('documentRules.filingHint')}</Text>
        <Checkbox.Group
          label={t('documentRules.languages')}
          value={chosen}
          onChange={(next) => setChosen(inOrder(next))}
        >
          <Group mt="xs">
            {languages.map((language) => (
              <Checkbox
                key={language}
                value={language}
                label={t(`documentRules.language.${language}`)}
              />
            ))}
          </Group>
        </Checkbox.Group>
        <Saving save={save} />
      </Stack>
    </Panel>
  )
}

/** Chosen in whatever order, they are the same. */
const inOrder = (some: readonly string[]) => languages.filter((one) => some.includes(one))

type Save = ReturnType<typeof useSaved>

function Saving(props: { readonly save: Save; readonly disabled?: boolean }) {
  const { t } = useTranslation('administration')
  const { save, disabled = false } = props
  return (
    <>
      <ErrorAlert error={save.error} />
      <Group>
        <Button loading={save.isPending} disabled={disabled} onClick={() => save.mutate()}>
          {t('documentRules.save')}
        </Button>
      </Group>
    </>
  )
}

/** Over the revision that was read: of two who change it at once the second is told. */
function useSaved(queryKey: readonly string[], change: () => Promise<unknown>) {
  const { t } = useTranslation('administration')
  return useChange({ key: queryKey, done: t('documentRules.saved'), change })
}
