import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBizTypes } from '../../shared/biz-types.ts'
import {
  publishedProcessesQuery,
  useMayReadProcesses,
} from '../../shared/processes/published-processes.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import { DownloadMenu } from './download-menu.tsx'
import { statisticsQuery, type StatisticsFilter } from './queries.ts'
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

/**
 * What is published, where the person may read it: no figures name them all. Those that something was
 * done in, too, since some are retired by now; and the one that is chosen.
 */
function useProcesses({ days, bizType, definitionKey }: StatisticsFilter): readonly string[] {
  const mayRead = useMayReadProcesses()
  const published = useQuery({ ...publishedProcessesQuery(bizType), enabled: mayRead })
  const statistics = useQuery(statisticsQuery({ days, bizType, definitionKey: undefined }))
  const keys = [
    ...(published.data ?? []).map(({ key }) => key),
    ...(statistics.data?.nodes ?? []).map((node) => node.definitionKey),
    ...(definitionKey === undefined ? [] : [definitionKey]),
  ]
  return [...new Set(keys)].toSorted()
}
