import { useQueryClient } from '@tanstack/react-query'
import type { Destination } from '../../../shared/upload-file.ts'
import { startUploads } from './upload-store.ts'

/** Starts uploads. After each, what was read of documents is read again, whichever page is open by then. */
export function useStartUploads() {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['dms', 'documents'] })
  return (files: readonly File[], destination: Destination) =>
    startUploads(files, destination, readAgain)
}
