import { Button, Checkbox, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { notifyDone } from '../../../shared/toasts/notify.ts'
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
        {reading.data !== undefined && (
          <ReadingForm key={reading.data.revision} policy={reading.data} />
        )}
        {filing.data !== undefined && (
          <FilingForm key={filing.data.revision} policy={filing.data} />
        )}
      </Stack>
    </Page>
  )
}

function ReadingForm({ policy }: { readonly policy: Reading }) {
  const { t } = useTranslation('administration')
  const [days, setDays] = useState<string | number>(policy.keepSeconds / DAY_SECONDS)
  const save = useSaved(readingQuery.queryKey, () =>
    changeReading({ ...policy, keepSeconds: Math.round(Number(days) * DAY_SECONDS) }),
  )
  return (
    <Panel label={t('documentRules.reading')}>
      <Stack maw="32rem">
        <Title order={2} size="h4">
          {t('documentRules.reading')}
        </Title>
        <NumberInput
          label={t('documentRules.days')}
          description={t('documentRules.daysHint')}
          min={0}
          max={3650}
          value={days}
          onChange={setDays}
        />
        <Saving save={save} />
      </Stack>
    </Panel>
  )
}

function FilingForm({ policy }: { readonly policy: Filing }) {
  const { t } = useTranslation('administration')
  const [chosen, setChosen] = useState<readonly string[]>(policy.languages)
  const save = useSaved(filingQuery.queryKey, () =>
    changeFiling({ ...policy, languages: languages.filter((one) => chosen.includes(one)) }),
  )
  return (
    <Panel label={t('documentRules.filing')}>
      <Stack maw="32rem">
        <Title order={2} size="h4">
          {t('documentRules.filing')}
        </Title>
        <Text size="sm">{t('documentRules.filingHint')}</Text>
        <Checkbox.Group
          label={t('documentRules.languages')}
          value={[...chosen]}
          onChange={setChosen}
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

type Save = ReturnType<typeof useSaved>

function Saving({ save }: { readonly save: Save }) {
  const { t } = useTranslation('administration')
  return (
    <>
      <ErrorAlert error={save.error} />
      <Group>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          {t('documentRules.save')}
        </Button>
      </Group>
    </>
  )
}

/** Over the revision that was read: of two who change it at once the second is told. */
function useSaved(queryKey: readonly string[], change: () => Promise<unknown>) {
  const { t } = useTranslation('administration')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      notifyDone(t('documentRules.saved'))
      await queries.invalidateQueries({ queryKey })
    },
  })
}
