import { authenticate, createToken } from './access/auth.ts'
import {
  changePassword,
  getAccount,
  getSession,
  listAccounts,
  removeAccount,
  setAccount,
  signIn,
  signOut,
} from './access/session.ts'
import { getSetUp, setUp } from './access/set-up.ts'
import { getAttendanceFigures, getGroupFigures, getHourFigures } from './api/analytics.ts'
import { getDeskFigures, getPlaceFigures } from './api/analytics-desks.ts'
import { getFutureFigures } from './api/analytics-future.ts'
import { listPeopleFigures } from './api/analytics-people.ts'
import { listAttributeMappings, removeAttributeMapping, setAttributeMapping } from './api/attribute-mappings.ts'
import { listAuditLog } from './api/audit-log.ts'
import { book, cancelBooking, listFreeDesks, listFreeZones } from './api/bookings.ts'
import { listColleagueDays, listColleagues } from './api/colleagues.ts'
import { swapDesks } from './api/desk-swaps.ts'
import { readEvents } from './api/event-rows.ts'
import { createEvent, getEvent, listEvents, updateEvent } from './api/events.ts'
import { explainDay } from './api/explanation.ts'
import { getFloorPlan, removeFloorPlan, setFloorPlan } from './api/floor-plans.ts'
import { addGroupMember, getGroupZones, listGroupMembers, removeGroupMember, setGroupZones } from './api/group-members.ts'
import { createGroup, getGroup, listGroups, updateGroup } from './api/groups.ts'
import { listHorizonRuns, runHorizon } from './api/horizon-runs.ts'
import { runImport } from './api/imports.ts'
import { changeInvitations, listInvitations, replyToEvent } from './api/invitations.ts'
import { createKey, getKey, getKeyUsage, listKeys, revokeKey, rotateKey, updateKey } from './api/keys.ts'
import { levelOperations, setPositions } from './api/levels.ts'
import { getLiveFloor } from './api/live-floor.ts'
import { locationOperations } from './api/locations.ts'
import { bookParking, cancelParking, listFreeBays, listParkingBookings, listUserParking } from './api/parking.ts'
import { parkingBayOperations } from './api/parking-bays.ts'
import { placeOperations } from './api/places.ts'
import { erasePerson, getPersonalData, getPrivacy } from './api/privacy.ts'
import {
  listProvisioningConflicts,
  listProvisioningProviders,
  listProvisioningSyncs,
  updateProvisioningProvider,
} from './api/provisioning.ts'
import { listQuarantine, replayQuarantine } from './api/quarantine.ts'
import { listRefreshRuns, runRefresh } from './api/refresh-runs.ts'
import { getSettings, updateSettings } from './api/settings.ts'
import { listSources } from './api/sources.ts'
import { getSpaceOccupancy } from './api/space-occupancy.ts'
import { spaceOperations } from './api/spaces.ts'
import { watchLocation } from './api/stream.ts'
import { listTimeOff } from './api/time-off.ts'
import { listUserActions } from './api/user-actions.ts'
import { listUserAttendance } from './api/user-attendance.ts'
import { readUserChangeLog } from './api/user-change-log.ts'
import { clearDayPlan, getWeekPlan, listUserDays, setDayPlan, setWeekPlan } from './api/user-days.ts'
import { listUserGroups } from './api/user-groups.ts'
import { createUser, getUser, listUsers, updateProfile, updateUser } from './api/users.ts'
import { createVisit, getVisit, listVisits, updateVisit } from './api/visits.ts'
import { zoneOperations } from './api/zones.ts'
import { readAttendance } from './datasets/attendance.ts'
import { readChanges } from './datasets/changes.ts'
import { readDesks } from './datasets/desks.ts'
import { readGroups } from './datasets/groups.ts'
import { readLocations } from './datasets/locations.ts'
import { readParkingBookings } from './datasets/parking-bookings.ts'
import { readPresence } from './datasets/presence.ts'
import { readSpaces } from './datasets/spaces.ts'
import { readUsers } from './datasets/users.ts'
import { getChangelog, getHealth, getMetrics, getOpenApi, getReadiness } from './discovery/discovery.ts'
import type { Endpoint } from './endpoint.ts'
import { submitAccessCredentials } from './ingest/access-credentials.ts'
import { replaceGroupRelationships, submitGroupRelationships } from './ingest/group-relationships.ts'
import { submitOccupancy } from './ingest/occupancy.ts'
import { submitPresence } from './ingest/presence.ts'
import { submitTimeOff } from './ingest/timeoff.ts'
import { submitUserAttributes } from './ingest/user-attributes.ts'
import { submitVisitorArrival } from './ingest/visitors.ts'

/** The whole API: everything in this table is served, documented and tested, and nothing else exists. */
export const ENDPOINTS = {
  authenticate,
  createToken,
  submitPresence,
  submitOccupancy,
  submitAccessCredentials,
  submitUserAttributes,
  submitGroupRelationships,
  replaceGroupRelationships,
  submitVisitorArrival,
  submitTimeOff,
  readUsers,
  readGroups,
  readLocations,
  readDesks,
  readSpaces,
  readParkingBookings,
  readChanges,
  readAttendance,
  readPresence,
  readUserChangeLog,
  readEvents,
  getSetUp,
  setUp,
  signIn,
  getSession,
  signOut,
  changePassword,
  listAccounts,
  getAccount,
  setAccount,
  removeAccount,
  getWeekPlan,
  setWeekPlan,
  listUserDays,
  setDayPlan,
  clearDayPlan,
  book,
  cancelBooking,
  swapDesks,
  listFreeDesks,
  listFreeZones,
  listTimeOff,
  listUserActions,
  explainDay,
  listUserAttendance,
  listColleagues,
  listColleagueDays,
  listHorizonRuns,
  runHorizon,
  listRefreshRuns,
  runRefresh,
  bookParking,
  cancelParking,
  listParkingBookings,
  listUserParking,
  listFreeBays,
  listEvents,
  getEvent,
  createEvent,
  updateEvent,
  listInvitations,
  changeInvitations,
  replyToEvent,
  listVisits,
  getVisit,
  createVisit,
  updateVisit,
  listLocations: locationOperations.list,
  getLocation: locationOperations.get,
  createLocation: locationOperations.create,
  createLocations: locationOperations.createMany,
  previewLocationDeactivation: locationOperations.previewDeactivation,
  updateLocation: locationOperations.update,
  listLevels: levelOperations.list,
  getLevel: levelOperations.get,
  createLevel: levelOperations.create,
  createLevels: levelOperations.createMany,
  previewLevelDeactivation: levelOperations.previewDeactivation,
  updateLevel: levelOperations.update,
  setPositions,
  getFloorPlan,
  setFloorPlan,
  removeFloorPlan,
  listZones: zoneOperations.list,
  getZone: zoneOperations.get,
  createZone: zoneOperations.create,
  createZones: zoneOperations.createMany,
  previewZoneDeactivation: zoneOperations.previewDeactivation,
  updateZone: zoneOperations.update,
  listPlaces: placeOperations.list,
  getPlace: placeOperations.get,
  createPlace: placeOperations.create,
  createPlaces: placeOperations.createMany,
  previewPlaceDeactivation: placeOperations.previewDeactivation,
  updatePlace: placeOperations.update,
  listSpaces: spaceOperations.list,
  getSpace: spaceOperations.get,
  createSpace: spaceOperations.create,
  createSpaces: spaceOperations.createMany,
  previewSpaceDeactivation: spaceOperations.previewDeactivation,
  updateSpace: spaceOperations.update,
  getSpaceOccupancy,
  listParkingBays: parkingBayOperations.list,
  getParkingBay: parkingBayOperations.get,
  createParkingBay: parkingBayOperations.create,
  createParkingBays: parkingBayOperations.createMany,
  previewParkingBayDeactivation: parkingBayOperations.previewDeactivation,
  updateParkingBay: parkingBayOperations.update,
  listUsers,
  getUser,
  createUser,
  updateUser,
  updateProfile,
  listUserGroups,
  getPersonalData,
  erasePerson,
  listGroups,
  getGroup,
  createGroup,
  updateGroup,
  listGroupMembers,
  addGroupMember,
  removeGroupMember,
  getGroupZones,
  setGroupZones,
  getSettings,
  updateSettings,
  getPrivacy,
  listAttributeMappings,
  setAttributeMapping,
  removeAttributeMapping,
  runImport,
  listKeys,
  getKey,
  createKey,
  rotateKey,
  updateKey,
  revokeKey,
  getKeyUsage,
  listAuditLog,
  listProvisioningProviders,
  updateProvisioningProvider,
  listProvisioningSyncs,
  listProvisioningConflicts,
  listSources,
  listQuarantine,
  replayQuarantine,
  watchLocation,
  getLiveFloor,
  getAttendanceFigures,
  getDeskFigures,
  getPlaceFigures,
  getHourFigures,
  getGroupFigures,
  getFutureFigures,
  listPeopleFigures,
  getHealth,
  getReadiness,
  getOpenApi,
  getChangelog,
  getMetrics,
} as const satisfies Record<string, Endpoint>

export type Operation = keyof typeof ENDPOINTS
