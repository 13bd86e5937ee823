//! Calls every operation once. Argument: the address. Prints a line per operation.

use geo::apis::{cities_api::*, configuration::Configuration, countries_api::*, data_api::*, health_api::*};
use geo::apis::{lands_api::*, locate_api::*, markers_api::*, places_api::*, search_api::*};
use geo::models::*;
use std::fmt::Debug;
use std::panic::{catch_unwind, AssertUnwindSafe};

const LAT: f64 = 49.60982;
const LNG: f64 = 6.13268;
const LAND: &str = "881fa3cd07fffff";
const OTHER_LAND: &str = "881fa3cd05fffff";
const NO_CELL: &str = "88fffffffffffff";
const PLACE: &str = "geonames-2960316";
const AIRPORT: &str = "ourairports-2563";
const LUXEMBOURG: &str = "LUX_Luxembourg";
const ESCH: &str = "LUX_Esch-sur-Sûre";
const SEASON: i32 = 1;

fn call<A: Debug, E: Debug>(operation: &str, answer: Result<A, E>, is_right: impl Fn(&A) -> bool) {
    let outcome = match &answer {
        Err(error) => format!("{error:?}"),
        Ok(found) => match catch_unwind(AssertUnwindSafe(|| is_right(found))) {
            Ok(true) => "ok".to_string(),
            _ => format!("wrong data: {found:?}"),
        },
    };
    println!("{operation} {}", outcome.replace('\n', " "));
}

fn list(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| item.to_string()).collect()
}

fn at(lat: f64, lng: f64) -> Position {
    Position { lat: Some(lat), lng: Some(lng), ..Position::new() }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();

    let mut c = Configuration::new();
    c.base_path = arguments[1].clone();
    c.bearer_access_token = Some("dev-internal".to_string());
    let c = &c;
    let cities = list(&[LUXEMBOURG, ESCH]);
    let lands = list(&[LAND, OTHER_LAND]);
    let places = list(&[PLACE, AIRPORT]);

    call("countriesFindAll", countries_find_all(c, Some(2), None, None, None, None), |it| {
        it.data.len() == 2 && it.data[0].name == "Afghanistan"
    });
    call("countriesFindByIds", countries_find_by_ids(c, list(&["LUX", "DEU", "XXX"]), Some("fr"), None), |it| {
        it.data[1].name == "Allemagne" && it.missing.as_ref().unwrap()[0] == "XXX"
    });
    let ids = CountryIds::new(list(&["LUX", "DEU"]));
    call("countriesFindByIdsBatch", countries_find_by_ids_batch(c, ids, None), |it| {
        it.data[1].id == "DEU" && it.missing.is_none()
    });
    call("countriesFindByLocation", countries_find_by_location(c, None, Some(LAT), Some(LNG), None, None, None), |it| {
        it.data[0].population > 600_000
    });
    call("countriesFindByName", countries_find_by_name(c, "holland", None, Some("fuzzy"), None, None, None, None), |it| {
        it.data[0].id == "NLD" && it.matched_names.as_ref().unwrap()[0].as_deref() == Some("Holland")
    });
    call("citiesFindByIds", cities_find_by_ids(c, cities.clone(), None, None, None), |it| {
        it.data[0].latlng.as_ref().unwrap().latitude == LAT && it.data[1].id == ESCH
    });
    let ids = CityIds::new(cities);
    call("citiesFindByIdsBatch", cities_find_by_ids_batch(c, ids, None, None), |it| it.data[1].id == ESCH);
    call("citiesFindByCountries", cities_find_by_countries(c, list(&["LUX", "MCO"]), Some(3), None, None, None), |it| {
        it.data.len() == 3
    });
    call("citiesFindByLocation", cities_find_by_location(c, None, Some(LAT), Some(LNG), None, None, None), |it| {
        it.data.region_name.as_deref() == Some("Luxembourg")
    });
    let in_countries = Some(list(&["LUX", "MCO"]));
    call(
        "citiesFindByName",
        cities_find_by_name(c, "luxemb", None, Some("fuzzy"), None, None, None, in_countries, None, None, None, None),
        |it| {
            let names = it.matched_names.as_ref().unwrap();
            it.data[0].id == LUXEMBOURG && names[0].is_none() && names[1].as_deref() == Some("Luxembourg-Kirchberg")
        },
    );
    call("landsFindByIds", lands_find_by_ids(c, lands.clone(), None, None), |it| {
        it.data[0].biome_percents[it.data[0].main_biome.as_ref().unwrap()] == 100.0 && it.data[1].id == OTHER_LAND
    });
    call("landsFindByIdsBatch", lands_find_by_ids_batch(c, LandIds::new(lands), None), |it| {
        it.data[0].altitude.unwrap() as f64 > 200.0
    });
    call("landsFindByLocation", lands_find_by_location(c, Some(LAND), None, None, Some(1), None, None), |it| {
        it.data.len() == 7 && it.data[0].id == LAND
    });
    let fields = Some(list(&["city", "time_zone"]));
    call("locate", locate(c, None, Some(LAT), Some(LNG), None, None, fields, None), |it| {
        let zone = it.data.time_zone.clone().flatten();
        it.data.city.as_ref().unwrap().name == "Luxembourg"
            && zone.as_deref() == Some("Europe/Luxembourg")
            && it.data.land.is_none()
            && it.data.countries.is_none()
    });
    let no_cell = Position { land_id: Some(NO_CELL.to_string()), ..Position::new() };
    let positions = vec![at(LAT, LNG), no_cell, at(1e-5, -1e-5)];
    call("locateBatch", locate_batch(c, positions, None, None, None), |it| {
        let [found, faulty, at_sea] = &it.data[..] else { return false };
        let error = faulty.error.as_ref().unwrap();
        found.land.clone().flatten().unwrap().id == LAND
            && found.error.is_none()
            && error.code == "invalid_request"
            && error.details.as_ref().unwrap()[0].path == "land_id"
            && faulty.city.is_none()
            && at_sea.error.is_none()
            && at_sea.countries.as_ref().unwrap().is_empty()
    });
    let types = Some(list(&["city", "region"]));
    call("search", search(c, "lux", None, types, None, None, None, None, None, None), |it| {
        it.data[0].city.as_ref().unwrap().name == "Luxembourg"
            && it.data[1].region.as_ref().unwrap().name == "Luxembourg"
            && it.data[1].city.is_none()
    });
    call("placesFindByIds", places_find_by_ids(c, places.clone(), None), |it| {
        it.data[0].popularity == Some(0.6605) && it.data.len() == 2
    });
    call("placesFindByIdsBatch", places_find_by_ids_batch(c, PlaceIds::new(places)), |it| {
        it.data[0].website.is_none() && it.data[1].website.as_ref().unwrap().starts_with("https:")
    });
    let categories = Some(list(&["capital", "airport"]));
    call("placesFindByLocation", places_find_by_location(c, Some(LAND), None, None, Some(10), categories, None), |it| {
        it.data.len() == 2 && it.data[0].id == PLACE && it.data[1].id == AIRPORT
    });
    call("placesFindByName", places_find_by_name(c, "lux", Some(1), None), |it| {
        it.data[0].id == PLACE && it.data[0].photos.is_empty()
    });
    let marker = || {
        markers_find_by_radius(c, LAT, LNG, 500.0, SEASON)
            .map(|found| found.data.into_iter().find(|each| each.id == PLACE).unwrap())
    };
    let update = MarkersUpdate { skin: Some("gold".to_string()), ..MarkersUpdate::new(PLACE.to_string(), SEASON, 5) };
    call("markersUpdate", markers_update(c, update), |it| format!("{:?}", it.status) == "Ok");
    call("markersFindByRadius", marker(), |it| {
        it.is_built && it.icon == Some(5) && it.skin.as_deref() == Some("gold")
    });
    call("markersRemove", markers_remove(c, MarkersRemove::new(PLACE.to_string())), |it| {
        format!("{:?}", it.status) == "Ok" && !marker().unwrap().is_built
    });
    call("getData", get_data(c, None), |it| {
        let live = it.data[0].live.as_ref().unwrap();
        live.documents == 250
            && live.sources[0].bytes.unwrap() > 0
            && it.data[1].languages.as_ref().unwrap()["fr"] > 0.0
    });
    call("healthLive", health_live(c), |it| it.data.live);
    call("healthReady", health_ready(c), |it| it.data.ready);
}
