import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMay } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { readTable, tables, type StatisticsFilter } from './queries.ts'

/** The tables behind the figures, as files. */
export function DownloadMenu({ filter }: { readonly filter: StatisticsFilter }) {
  const { t } = useTranslation('dashboard')
  const mayName = useMay('bpm:workload:read')
  const save = useMutation({
    mutationFn: (table: (typeof tables)[number]) => readTable(table, filter),
    onSuccess: (content, table) => saveFile(`statistics-${table}.csv`, content),
    onError: notifyProblem,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<Icon name="download" size={16} />}
        >
          {t('download.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tables
          .filter((table) => table !== 'people' || mayName)
          .map((table) => (
            <Menu.Item key={table} onClick={() => save.mutate(table)}>
              {t(`download.${table}`)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
