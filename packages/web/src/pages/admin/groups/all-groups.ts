import { allPages } from '../../../api/all-pages.ts'

/** Every group, those that are not in use included. */
export const allGroups = allPages('listGroups', {}, 20)
