import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../api/call.ts'
import { apiQuery, invalidate, queryClient } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyFailed } from '../../../components/notices.tsx'
import { ME } from '../../../workplace/me.tsx'

type Favorites = Answer<'listFavoriteDesks'>
export type FavoriteDesk = Favorites['items'][number]
type Desk = Omit<FavoriteDesk, 'createdAt'>

const favoritesQuery = apiQuery('listFavoriteDesks', { params: ME })

/** The favorite desks of the user, and a function that marks a desk or removes its mark. What was clicked is shown at once. */
export const useFavorites = () => {
  const { data } = useQuery(favoritesQuery)
  const items = data?.items ?? []
  const ids = new Set(items.map(({ placeId }) => placeId))
  const marking = useAction({
    lockOf: ({ desk }: { desk: Desk; isFavorite: boolean }) => desk.placeId,
    mutationFn: ({ desk: { placeId }, isFavorite }) =>
      call(isFavorite ? 'addFavoriteDesk' : 'removeFavoriteDesk', { params: { ...ME, placeId } }),
    onMutate: async ({ desk, isFavorite }) => {
      await queryClient.cancelQueries(favoritesQuery)
      const shown = queryClient.getQueryData(favoritesQuery.queryKey)
      queryClient.setQueryData(favoritesQuery.queryKey, (before) => {
        const others = (before?.items ?? []).filter(({ placeId }) => placeId !== desk.placeId)
        return { items: isFavorite ? [...others, { ...desk, createdAt: new Date().toISOString() }] : others }
      })
      return shown
    },
    onError: (error, _marked, shown) => {
      // Without a connection they are not read again either.
      queryClient.setQueryData(favoritesQuery.queryKey, shown)
      notifyFailed(error)
    },
    onSettled: () => invalidate('listFavoriteDesks'),
  })
  return { items, ids, toggle: (desk: Desk) => marking.mutate({ desk, isFavorite: !ids.has(desk.placeId) }) }
}
