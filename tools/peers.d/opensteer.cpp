// SPDX-License-Identifier: MIT
// Steps of OpenSteer's vehicles for tools/peers: opensteer CHECKOUT NAME=VALUE...
//
// It is linked with the library that OpenSteer's build makes; steering and motion are that
// library's, the weighted sum is that of its plug-in Boids. separation_radius, separation_cos,
// separation and the same of alignment and cohesion, max_force and max_speed are the plug-in's
// numbers unless given. radius is the vehicle's, within three of which it sees all round. With
// smooth=0 the acceleration is not blended with those of steps before: the blend is made to begin
// at what it is to become.
#include "OpenSteer/SimpleVehicle.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// The library draws what it steers by; here it draws nothing.
namespace OpenSteer
{

bool enableAnnotation = false, drawPhaseActive = false;

Color::Color(float r, float g, float b, float a) : r_(r), g_(g), b_(b), a_(a) {}

void drawLine(const Vec3 &, const Vec3 &, const Color &) {}

void deferredDrawLine(const Vec3 &, const Vec3 &, const Color &) {}

} // namespace OpenSteer

namespace
{

using Values = std::map<std::string, double>;

Values values = {
    {"separation_radius", 5},
    {"separation_cos", -0.707},
    {"separation", 12},
    {"alignment_radius", 7.5},
    {"alignment_cos", 0.7},
    {"alignment", 8},
    {"cohesion_radius", 9},
    {"cohesion_cos", -0.15},
    {"cohesion", 8},
    {"max_force", 27},
    {"max_speed", 9},
    {"radius", 0.5},
    {"smooth", 1},
};

float value(const std::string &name)
{
    return static_cast<float>(values.at(name));
}

OpenSteer::Vec3 vector(const double *at)
{
    return {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])};
}

struct Vehicle : OpenSteer::SimpleVehicle {
    void update(const float, const float) override {}

    /// Puts the vehicle at six numbers: a place and a velocity.
    void put(const double *at)
    {
        reset();
        setRadius(value("radius"));
        setMaxForce(value("max_force"));
        setMaxSpeed(value("max_speed"));
        const OpenSteer::Vec3 p = vector(at), v = vector(at + 3);
        setPosition(p);
        setSpeed(v.length());
        if (speed() > 0)
            regenerateOrthonormalBasisUF(v / speed());
    }

    void step(const OpenSteer::AVGroup &all, float dt)
    {
        const OpenSteer::Vec3 force =
            steerForSeparation(value("separation_radius"), value("separation_cos"), all) *
                value("separation") +
            steerForAlignment(value("alignment_radius"), value("alignment_cos"), all) *
                value("alignment") +
            steerForCohesion(value("cohesion_radius"), value("cohesion_cos"), all) *
                value("cohesion");
        if (values.at("smooth") == 0)
            resetSmoothedAcceleration(adjustRawSteeringForce(force, dt).truncateLength(maxForce()));
        applySteeringForce(force, dt);
    }

    void answer() const
    {
        const OpenSteer::Vec3 p = position(), v = velocity();
        std::printf("%.9g %.9g %.9g %.9g %.9g %.9g\n", double(p.x), double(p.y), double(p.z),
                    double(v.x), double(v.y), double(v.z));
    }
};

} // namespace

int main(int count, char **words)
{
    for (int k = 2; k < count; k++) {
        const std::string word = words[k];
        const size_t at = word.find('=');
        values[word.substr(0, at)] = std::atof(word.c_str() + at + 1);
    }
    std::string order, flock;
    for (size_t n = 0; std::cin >> order >> n;) {
        std::vector<double> rows(6 * n);
        std::vector<Vehicle> vehicles(n);
        OpenSteer::AVGroup all;
        for (size_t i = 0; i < n; i++) {
            std::cin >> flock;
            for (size_t k = 0; k < 6; k++)
                std::cin >> rows[6 * i + k];
            vehicles[i].put(&rows[6 * i]);
            all.push_back(&vehicles[i]);
        }
        for (Vehicle &vehicle : vehicles) {
            vehicle.step(all, value("dt"));
            if (order == "together") { // its step is written, and the others see it where it was
                vehicle.answer();
                vehicle.put(&rows[6 * size_t(&vehicle - vehicles.data())]);
            }
        }
        for (const Vehicle &vehicle : vehicles)
            if (order != "together")
                vehicle.answer();
        std::fflush(stdout);
    }
    return 0;
}
