import { call } from '../../../api/call.ts'

/** Makes a group the primary one of these members, and returns how many they are. Repeating it changes nothing more. */
export const makePrimary = async (userIds: readonly string[], primaryGroupId: string): Promise<number> => {
  for (const userId of userIds) await call('updateUser', { params: { userId }, body: { primaryGroupId } })
  return userIds.length
}
