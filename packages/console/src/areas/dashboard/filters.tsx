import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBizTypes } from '../../shared/biz-types.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import { DownloadMenu } from './download-menu.tsx'
import { stepsQuery, type StatisticsFilter } from './queries.ts'
import { periods } from './search.ts'
import { useChange } from './use-change.ts'

/** What the figures are of, and the same as files. */
export function Filters({ filter }: { readonly filter: StatisticsFilter }) {
  const { t } = useTranslation('dashboard')
  const { days, bizType, definitionKey } = filter
  const change = useChange()
  const { data: types = [] } = useBizTypes()
  return (
    <div className={classes.filters}>
      <Select
        aria-label={t('filter.bizType')}
        placeholder={t('filter.allTypes')}
        clearable
        className={classes.choice ?? ''}
        data={types.map(({ code, name }) => ({ value: code, label: name }))}
        value={bizType ?? null}
        onChange={(chosen) =>
          change({ bizType: chosen ?? undefined, process: undefined, step: undefined })
        }
      />
      <Select
        aria-label={t('filter.process')}
        placeholder={t('filter.allProcesses')}
        clearable
        searchable
        className={classes.choice ?? ''}
        data={useProcesses(filter)}
        value={definitionKey ?? null}
        onChange={(chosen) => change({ process: chosen ?? undefined, step: undefined })}
      />
      <SegmentedControl
        classNames={{ label: classes.period }}
        aria-label={t('filter.period')}
        data={periods.map((length) => ({
          value: String(length),
          label: t('filter.days', { count: length }),
        }))}
        value={String(days)}
        onChange={(chosen) => change({ days: periods.find((length) => String(length) === chosen) })}
      />
      <DownloadMenu filter={filter} />
    </div>
  )
}

/** The processes that something was done in; also the one that is chosen, when nothing was. */
function useProcesses({ days, bizType, definitionKey }: StatisticsFilter): readonly string[] {
  const { data } = useQuery(stepsQuery({ days, bizType, definitionKey: undefined }))
  const keys = (data?.steps ?? []).map((step) => step.definitionKey)
  return [...new Set([...keys, ...(definitionKey === undefined ? [] : [definitionKey])])].toSorted()
}
