"""Calls every operation once. Argument: the address. Prints a line per operation."""

import sys

import geo

address = sys.argv[1]
client = geo.ApiClient(geo.Configuration(host=address, access_token="dev-internal"))
countries, cities, lands = geo.CountriesApi(client), geo.CitiesApi(client), geo.LandsApi(client)
places, markers, health = geo.PlacesApi(client), geo.MarkersApi(client), geo.HealthApi(client)
locate = geo.LocateApi(client)

LAT, LNG = 49.60982, 6.13268
LAND, OTHER_LAND, PLACE, AIRPORT = "881fa3cd07fffff", "881fa3cd05fffff", "geonames-2960316", "ourairports-2563"
NO_CELL = "88fffffffffffff"
SEASON = 1
CITIES = ["LUX_Luxembourg", "LUX_Esch-sur-Sûre"]


def call(operation, request, is_right):
    try:
        answer = request()
        print(operation, "ok" if is_right(answer) else f"wrong data: {answer!r:.600}")
    except Exception as error:
        print(operation, f"{error!r:.600}".replace("\n", " "))


def ids(answer):
    return [each.id for each in answer.data]


def marker():
    found = markers.markers_find_by_radius(lat=LAT, lng=LNG, radius=500.0, season=SEASON)
    return next(each for each in found.data if each.id == PLACE)


call("countriesFindAll", lambda: countries.countries_find_all(limit=2), lambda it: it.data[0].name == "Afghanistan" and len(it.data) == 2)
call(
    "countriesFindByIds",
    lambda: countries.countries_find_by_ids(["LUX", "DEU", "XXX"], lang="fr"),
    lambda it: it.data[1].name == "Allemagne" and it.missing == ["XXX"],
)
call(
    "countriesFindByIdsBatch",
    lambda: countries.countries_find_by_ids_batch(geo.CountryIds(ids=["LUX", "DEU"])),
    lambda it: ids(it) == ["LUX", "DEU"] and it.missing is None,
)
call("countriesFindByLocation", lambda: countries.countries_find_by_location(lat=LAT, lng=LNG), lambda it: it.data[0].population > 600000)
call(
    "countriesFindByName",
    lambda: countries.countries_find_by_name("holland", match="fuzzy"),
    lambda it: it.data[0].id == "NLD" and it.matched_names[0] == "Holland",
)
call("citiesFindByIds", lambda: cities.cities_find_by_ids(CITIES), lambda it: it.data[0].latlng.latitude == LAT and ids(it) == CITIES)
call("citiesFindByIdsBatch", lambda: cities.cities_find_by_ids_batch(geo.CityIds(ids=CITIES)), lambda it: ids(it) == CITIES)
call("citiesFindByCountries", lambda: cities.cities_find_by_countries(["LUX", "MCO"], limit=3), lambda it: len(it.data) == 3)
call("citiesFindByLocation", lambda: cities.cities_find_by_location(lat=LAT, lng=LNG), lambda it: it.data.region_name == "Luxembourg")
call(
    "citiesFindByName",
    lambda: cities.cities_find_by_name("luxemb", match="fuzzy", country_ids=["LUX", "MCO"]),
    lambda it: it.data[0].id == CITIES[0] and it.matched_names == [None, "Luxembourg-Kirchberg"],
)
call(
    "landsFindByIds",
    lambda: lands.lands_find_by_ids([LAND, OTHER_LAND]),
    lambda it: ids(it) == [LAND, OTHER_LAND] and list(it.data[0].biome_percents.values()) == [100.0],
)
call("landsFindByIdsBatch", lambda: lands.lands_find_by_ids_batch(geo.LandIds(ids=[LAND, OTHER_LAND])), lambda it: it.data[0].altitude > 200)
call("landsFindByLocation", lambda: lands.lands_find_by_location(land_id=LAND, k=1), lambda it: len(it.data) == 7 and it.data[0].id == LAND)
call(
    "locate",
    lambda: locate.locate(lat=LAT, lng=LNG, fields=["city", "time_zone"]).data,
    lambda it: it.city.name == "Luxembourg" and it.time_zone == "Europe/Luxembourg" and it.land is None and it.countries is None,
)
call(
    "locateBatch",
    lambda: locate.locate_batch([geo.Position(lat=LAT, lng=LNG), geo.Position(land_id=NO_CELL), geo.Position(lat=1e-5, lng=-1e-5)]).data,
    lambda it: it[0].land.id == LAND
    and it[0].error is None
    and it[1].error.code == "invalid_request"
    and it[1].error.details[0].path == "land_id"
    and it[1].city is None
    and it[2].error is None
    and it[2].countries == [],
)
call(
    "search",
    lambda: geo.SearchApi(client).search("lux", types=["city", "region"]),
    lambda it: {each.type: (each.city or each.region).name for each in it.data} == {"city": "Luxembourg", "region": "Luxembourg"},
)
call("placesFindByIds", lambda: places.places_find_by_ids([PLACE, AIRPORT]), lambda it: it.data[0].popularity == 0.6605 and len(it.data) == 2)
call(
    "placesFindByIdsBatch",
    lambda: places.places_find_by_ids_batch(geo.PlaceIds(ids=[PLACE, AIRPORT])),
    lambda it: it.data[0].website is None and it.data[1].website.startswith("https:"),
)
call(
    "placesFindByLocation",
    lambda: places.places_find_by_location(land_id=LAND, k=10, categories=["capital", "airport"]),
    lambda it: ids(it) == [PLACE, AIRPORT],
)
call("placesFindByName", lambda: places.places_find_by_name("lux", limit=1), lambda it: it.data[0].photos == [] and ids(it) == [PLACE])
call(
    "markersUpdate",
    lambda: markers.markers_update(geo.MarkersUpdate(id=PLACE, season=SEASON, icon=5, skin="gold")),
    lambda it: it.status == "ok",
)
call("markersFindByRadius", marker, lambda it: it.is_built and it.icon == 5 and it.skin == "gold")
call("markersRemove", lambda: markers.markers_remove(geo.MarkersRemove(id=PLACE)), lambda it: it.status == "ok" and not marker().is_built)
call(
    "getData",
    lambda: {each.resource: each for each in geo.DataApi(client).get_data().data},
    lambda it: it["countries"].live.documents == 250
    and it["countries"].live.sources[0].bytes > 0
    and it["cities"].languages["fr"] > 0,
)
call("healthLive", health.health_live, lambda it: it.data.live)
call("healthReady", health.health_ready, lambda it: it.data.ready)
