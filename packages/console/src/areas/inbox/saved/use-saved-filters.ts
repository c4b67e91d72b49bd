import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { showToast } from '../../../shared/toasts/toasts.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { withFilter, withoutFilter } from './filter.ts'
import { changeFilters, filtersQuery, type Filter } from './queries.ts'

/** The filters that the person has named, and how they are changed. */
export function useSavedFilters() {
  const { t } = useTranslation('inbox')
  const queryClient = useQueryClient()
  const { data } = useQuery(filtersQuery)
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: changeFilters,
    onSuccess: (filters) => queryClient.setQueryData(filtersQuery.queryKey, filters),
    onError: notifyProblem,
  })
  const remove = (filter: Filter, onRemoved: () => void) =>
    mutate((items) => withoutFilter(items, filter), {
      onSuccess: () => {
        onRemoved()
        const run = () => mutate((items) => withFilter(items, filter))
        const text = t('saved.removed', { name: filter.name })
        showToast({ tone: 'good', text, action: { label: t('decided.undo'), run } })
      },
    })
  const save = (filter: Filter) => mutateAsync((items) => withFilter(items, filter))
  return { items: data?.items, save, remove, isSaving: isPending }
}
