// Calls every operation once. Argument: the address. Prints a line per operation.

import geo.apis.*
import geo.apis.LocateApi.FieldsLocate
import geo.apis.SearchApi.TypesSearch
import geo.infrastructure.ApiClient
import geo.models.*

const val LAT = 49.60982
const val LNG = 6.13268
const val LAND = "881fa3cd07fffff"
const val OTHER_LAND = "881fa3cd05fffff"
const val NO_CELL = "88fffffffffffff"
const val PLACE = "geonames-2960316"
const val AIRPORT = "ourairports-2563"
const val SEASON = 1
val CITIES = listOf("LUX_Luxembourg", "LUX_Esch-sur-Sûre")

fun <Answer> call(operation: String, request: () -> Answer, isRight: (Answer) -> Boolean) {
    val outcome = try {
        val answer = request()
        if (isRight(answer)) "ok" else "wrong data: $answer"
    } catch (failure: Throwable) {
        failure.toString()
    }
    println("$operation ${outcome.replace("\n", " ")}")
}

fun main(arguments: Array<String>) {
    val address = arguments[0]
    ApiClient.accessToken = "dev-internal"
    val countries = CountriesApi(address)
    val cities = CitiesApi(address)
    val lands = LandsApi(address)
    val locate = LocateApi(address)
    val places = PlacesApi(address)
    val markers = MarkersApi(address)
    val health = HealthApi(address)

    call("countriesFindAll", { countries.countriesFindAll(limit = 2) }) { it.data.size == 2 && it.data[0].name == "Afghanistan" }
    call("countriesFindByIds", { countries.countriesFindByIds(listOf("LUX", "DEU", "XXX"), lang = "fr") }) {
        it.data[1].name == "Allemagne" && it.missing == listOf("XXX")
    }
    call("countriesFindByIdsBatch", { countries.countriesFindByIdsBatch(CountryIds(listOf("LUX", "DEU"))) }) {
        it.data[1].id == "DEU" && it.missing == null
    }
    call("countriesFindByLocation", { countries.countriesFindByLocation(lat = LAT, lng = LNG) }) { it.data[0].population > 600_000 }
    call("countriesFindByName", { countries.countriesFindByName("holland", match = CountriesApi.MatchCountriesFindByName.fuzzy) }) {
        it.data[0].id == "NLD" && it.matchedNames!![0] == "Holland"
    }
    call("citiesFindByIds", { cities.citiesFindByIds(CITIES) }) { it.data[0].latlng!!.latitude == LAT && it.data[1].id == CITIES[1] }
    call("citiesFindByIdsBatch", { cities.citiesFindByIdsBatch(CityIds(CITIES)) }) { it.data[1].id == CITIES[1] }
    call("citiesFindByCountries", { cities.citiesFindByCountries(listOf("LUX", "MCO"), limit = 3) }) { it.data.size == 3 }
    call("citiesFindByLocation", { cities.citiesFindByLocation(lat = LAT, lng = LNG) }) { it.data.regionName == "Luxembourg" }
    call("citiesFindByName", {
        cities.citiesFindByName("luxemb", match = CitiesApi.MatchCitiesFindByName.fuzzy, countryIds = listOf("LUX", "MCO"))
    }) { it.data[0].id == CITIES[0] && it.matchedNames == listOf(null, "Luxembourg-Kirchberg") }
    call("landsFindByIds", { lands.landsFindByIds(listOf(LAND, OTHER_LAND)) }) {
        it.data[0].biomePercents[it.data[0].mainBiome] == 100.0 && it.data[1].id == OTHER_LAND
    }
    call("landsFindByIdsBatch", { lands.landsFindByIdsBatch(LandIds(listOf(LAND, OTHER_LAND))) }) { it.data[0].altitude!!.toDouble() > 200 }
    call("landsFindByLocation", { lands.landsFindByLocation(landId = LAND, k = 1) }) { it.data.size == 7 && it.data[0].id == LAND }
    call("locate", { locate.locate(lat = LAT, lng = LNG, fields = listOf(FieldsLocate.city, FieldsLocate.time_zone)).data }) {
        it.city!!.name == "Luxembourg" && it.timeZone == "Europe/Luxembourg" && it.land == null && it.countries == null
    }
    call("locateBatch", {
        locate.locateBatch(listOf(Position(lat = LAT, lng = LNG), Position(landId = NO_CELL), Position(lat = 1e-5, lng = -1e-5))).data
    }) { (found, faulty, atSea) ->
        found.land!!.id == LAND && found.error == null &&
            faulty.error!!.code == "invalid_request" && faulty.error!!.details!![0].path == "land_id" && faulty.city == null &&
            atSea.error == null && atSea.countries!!.isEmpty()
    }
    call("search", { SearchApi(address).search("lux", types = listOf(TypesSearch.city, TypesSearch.region)).data }) {
        it[0].city!!.name == "Luxembourg" && it[1].region!!.name == "Luxembourg" && it[1].city == null
    }
    call("placesFindByIds", { places.placesFindByIds(listOf(PLACE, AIRPORT)) }) { it.data[0].popularity == 0.6605 && it.data.size == 2 }
    call("placesFindByIdsBatch", { places.placesFindByIdsBatch(PlaceIds(listOf(PLACE, AIRPORT))) }) {
        it.data[0].website == null && it.data[1].website!!.startsWith("https:")
    }
    call("placesFindByLocation", { places.placesFindByLocation(landId = LAND, k = 10, categories = listOf("capital", "airport")) }) { found ->
        found.data.map { it.id } == listOf(PLACE, AIRPORT)
    }
    call("placesFindByName", { places.placesFindByName("lux", limit = 1) }) { it.data[0].id == PLACE && it.data[0].photos.isEmpty() }

    fun marker() = markers.markersFindByRadius(LAT, LNG, 500.0, SEASON).data.first { it.id == PLACE }
    call("markersUpdate", { markers.markersUpdate(MarkersUpdate(id = PLACE, season = SEASON, icon = 5, skin = "gold")) }) { it.status.value == "ok" }
    call("markersFindByRadius", { marker() }) { it.isBuilt && it.icon?.toInt() == 5 && it.skin == "gold" }
    call("markersRemove", { markers.markersRemove(MarkersRemove(id = PLACE)) }) { it.status.value == "ok" && !marker().isBuilt }
    call("getData", { DataApi(address).getData().data.associateBy { it.resource } }) {
        val live = it["countries"]!!.live!!
        live.documents.toInt() == 250 && live.sources[0].bytes!! > 0 && it["cities"]!!.languages!!["fr"]!! > 0
    }
    call("healthLive", { health.healthLive() }) { it.data.live }
    call("healthReady", { health.healthReady() }) { it.data.ready }
}
